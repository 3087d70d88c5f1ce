"""Put the record of a pairing into words; answer "why not?" by pairing the round again."""
