"""What is kept about people: each can take it along, and whoever asks is erased."""
