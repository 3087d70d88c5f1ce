"""What happened and what is to be paired, as frozen values; nothing here knows a pairing system."""
