"""Which functions become machine code, where the result is kept, and compiling all of it ahead of time.

The lowest layer: boards, rules and planner are compiled by it, and it knows none of them. Each declares
what it has to compile (``parts.Part``).
"""
