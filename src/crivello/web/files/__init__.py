"""The pages Files and Print."""
