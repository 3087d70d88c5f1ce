"""What `make bench` measures: the Dutch system, beside another engine."""

from bench.dutch import main

if __name__ == "__main__":
    main()
