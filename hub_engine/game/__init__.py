"""A game in progress: move texts, numbering, clocks, results. Knows notation and the core, no files, no peers."""
