"""The packages that check records without the service."""
