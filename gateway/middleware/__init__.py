"""What happens to every request before and after its handler: pure ASGI, no buffering."""
