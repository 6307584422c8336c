"""The bundled puzzle families; they import only `stategraph.rules` and `stategraph.pushing`."""
