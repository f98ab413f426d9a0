import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bodyOf, freshDraft, withPatch, withPreset } from '../../web/lobby/state/draft.js';

const common = withPatch({ ...freshDraft(), lexicon: 'en' }, { hintsCommon: true });

test('hints of common words are a rule of the new match, and no preset has it', () => {
  assert.equal(bodyOf(common, 'n').rules.hints.words, 'common');
  assert.equal(common.preset, null);
  assert.ok(!('words' in bodyOf(freshDraft(), 'n').rules.hints));
  assert.ok(!('words' in bodyOf(withPatch(common, { hints: false }), 'n').rules.hints));
  assert.equal(withPreset(common, 'casual').hintsCommon, false);
});

test('another lexicon, which may have no common words, begins without', () => {
  assert.equal(withPatch(common, { lexicon: 'en' }).hintsCommon, true);
  assert.equal(withPatch(common, { lexicon: 'ca' }).hintsCommon, false);
});
