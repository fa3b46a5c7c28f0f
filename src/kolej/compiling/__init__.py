"""Which functions become machine code, where the result is kept, and compiling all of it ahead of time.

The lowest layer: it compiles boards, rules and planner without knowing any of them. Each declares what must
be compiled (``parts.Part``).
"""
