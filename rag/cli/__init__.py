"""The command line: options in, one library call, a text or one JSON value out."""
