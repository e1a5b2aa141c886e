"""A robot that presses random buttons through short tournaments, and checks that each day ends well."""
