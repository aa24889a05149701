print("made of a table")
