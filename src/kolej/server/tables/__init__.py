"""Tables: their logs, their rules, who sees what, and the sockets of those who play."""
