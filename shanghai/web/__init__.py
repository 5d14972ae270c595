"""The table in a browser: the server of `shanghai serve`; needs the extra `web`."""
