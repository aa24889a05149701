"""Citation formats, one file each: text on one side, records on the other; no database, no request, no network."""
