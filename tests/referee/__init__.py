"""A second program that knows the rules; it shares no code with the engine, only board files and records.

It is written for being right, not fast: every question is answered by trying all answers.
"""
