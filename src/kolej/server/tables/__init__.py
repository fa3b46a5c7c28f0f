"""Tables: their logs and rules, what each client may see, and the connections of the players."""
