"""State, decisions and the door `step`: runs the Python that `interpreter.compile` made."""
