"""Values that people write in files of YAML, TOML and JSON: read with limits, and understood in many spellings."""
