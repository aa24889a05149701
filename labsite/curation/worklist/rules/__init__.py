"""What counts as missing or odd, by what it is about."""
