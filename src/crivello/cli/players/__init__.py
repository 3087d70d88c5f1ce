"""Commands about players at the desk: who takes part, who is away, bonus and penalty points."""
