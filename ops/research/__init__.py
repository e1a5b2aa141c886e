"""What holds the games for research to the tests of the libraries that they are for."""
