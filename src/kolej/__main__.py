"""``python -m kolej``."""

from kolej.cli import main

main()
