"""The Pythons and the versions of libraries that the tests run on."""
