"""Pages of judges, with the desk and a case file to print."""
