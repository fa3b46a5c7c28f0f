"""From the text of a board file to a draft of a board, with line numbers."""
