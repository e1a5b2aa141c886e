"""The contract of the API from release to release."""
