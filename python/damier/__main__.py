import sys

from damier.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
