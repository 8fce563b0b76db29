"""Weaviate: the connection, the four collections, and what is read from and written to them."""
