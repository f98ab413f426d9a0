"""Players: guests, accounts, their sessions, what they have played and how they stand."""
