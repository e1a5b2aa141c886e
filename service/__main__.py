"""`python -m service` is the command `recount`."""

from .cli import main

main(prog_name="recount")
