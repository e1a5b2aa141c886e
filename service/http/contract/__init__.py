"""The OpenAPI document: operations, schemas, examples and descriptions."""
