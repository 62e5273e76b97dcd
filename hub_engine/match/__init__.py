"""Games between engines: who plays which colour from where, and what the results say."""
