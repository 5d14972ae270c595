"""Every command of every screen, declared once: keys, words, whether it may be done, its action."""
