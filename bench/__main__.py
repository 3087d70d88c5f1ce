"""What `make bench` measures: the Dutch system beside another engine, then all other systems."""

from bench import dutch, systems

if __name__ == "__main__":
    dutch.main()
    print()
    systems.main()
