"""What the gateway and the worker share of serving HTTP under uvicorn."""
