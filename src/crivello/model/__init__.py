"""The tournament and its rounds as frozen values, independent of any pairing system."""
