"""The screens, one file each; every screen is loaded when it is first shown."""
