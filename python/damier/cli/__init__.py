"""The command `damier`, one module for each family of commands."""
