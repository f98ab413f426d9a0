"""Words that players propose for a lexicon, and what reviewers make of them."""
