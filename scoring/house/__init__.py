"""House rules: hands that are not counted by the fan of Guobiao, each settled by a module of its own."""
