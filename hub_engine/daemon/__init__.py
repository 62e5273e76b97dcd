"""Hub sessions on standard input and TCP: where protocol and engine meet, and the only server I/O."""
