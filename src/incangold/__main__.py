"""`python -m incangold` is the command `incangold`."""

from incangold.cli import main

main()
