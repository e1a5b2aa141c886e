"""The server, with uvicorn, its supervisor, and the ASGI application in front of Flask."""
