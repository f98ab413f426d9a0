import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { messages } from '../../web/messages/en.js';
import { rulesOf } from '../../web/room/view/rules.js';
import { LANGUAGES } from '../../web/messages/languages.js';
import {
  formatChance,
  formatLayout,
  formatLexicon,
  formatVersioned,
  formatMicros,
  languageFor,
  speak,
  spoken,
  t,
} from '../../web/text.js';

const WEB = new URL('../../web/', import.meta.url);

function sources() {
  return readdirSync(WEB, { recursive: true })
    .filter((name) => name.endsWith('.js') && !/^(vendor|messages)\b/u.test(name))
    .map((name) => [name, readFileSync(new URL(name, WEB), 'utf8')]);
}

const code = sources().map(([, text]) => text).join('\n');

test('every message is used', () => {
  // Keys that are put together, as in t(`tab.${tab}`), are known by what stands around the gaps.
  const patterns = [...code.matchAll(/`([a-z][\w-]*\.[\w.-]*(?:\$\{[^{}`]*\}[\w.-]*)+)`/gu)].map(
    ([, key]) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/gu, '.+')}$`, 'u'),
  );
  const unused = Object.keys(messages).filter(
    (key) => !code.includes(`'${key}'`) && !patterns.some((pattern) => pattern.test(key)),
  );
  assert.deepEqual(unused, []);
});

test('a message with plural forms has the other form, and places are well formed', () => {
  for (const [key, message] of Object.entries(messages)) {
    const forms = typeof message === 'string' ? { other: message } : message;
    assert.ok(forms.other, key);
    for (const form of Object.values(forms)) {
      assert.equal(form.replaceAll(/\{\w+\}/gu, '').search(/[{}]/u), -1, key);
    }
  }
});

const formsOf = (message) => (typeof message === 'string' ? { other: message } : message);
const placesOf = (text) => [...new Set(text.match(/\{\w+\}/gu))].toSorted();

for (const [code, { name, load }] of Object.entries(LANGUAGES)) {
  test(`the catalogue of ${code} is whole`, async () => {
    const catalogue = await load();
    assert.equal(catalogue.locale, code);
    assert.equal(catalogue.name, name);
    assert.deepEqual(Object.keys(catalogue.messages).toSorted(), Object.keys(messages).toSorted());
    const plurals = new Intl.PluralRules(code);
    const needed = new Set([...Array(201).keys()].map((n) => plurals.select(n)));
    for (const [key, message] of Object.entries(catalogue.messages)) {
      const places = placesOf(formsOf(messages[key]).other);
      assert.deepEqual(placesOf(formsOf(message).other), places, key);
      if (typeof message === 'string') {
        // where English has but one form, so may the others; a number with a noun needs them all
        continue;
      }
      for (const form of needed) assert.ok(message[form] ?? message.other, `${key}: ${form}`);
      const few = [...needed].filter((form) => form !== 'other' && !(form in message));
      assert.deepEqual(few, [], `${key} lacks forms`);
      for (const [form, text] of Object.entries(message)) {
        const known = placesOf(text).every((place) => places.includes(place));
        assert.ok(known && text !== '', `${key}: ${form}`);
        const without = places.filter((place) => place !== '{n}' && !text.includes(place));
        assert.deepEqual(without, [], `${key}: ${form}`);
      }
    }
  });
}

test('the language is the one chosen, else the first the browser asks for that there is', () => {
  assert.equal(languageFor('en', ['de']), 'en');
  assert.equal(languageFor('', ['en-GB', 'xx']), 'en');
  assert.equal(languageFor('', ['xx', 'en']), 'en');
  assert.equal(languageFor('toString', ['constructor']), 'en');
  assert.equal(languageFor('', []), 'en');
});

test('an unknown language leaves English', async () => {
  await speak('xx');
  assert.equal(spoken(), 'en');
  assert.equal(t('app.name'), 'Tilewright');
});

test('lexicons that are called by their language have its name', () => {
  assert.equal(formatLexicon('gl'), 'Galician');
  assert.equal(formatLexicon('gl-basic'), 'Galician (basic)');
  assert.equal(formatLexicon('small'), 'small');
  assert.equal(formatLexicon('my words'), 'my words');
  assert.equal(formatVersioned({ ref: 'gl', name: 'gl', version: '2' }), 'Galician');
  assert.equal(formatVersioned({ ref: '9f86', name: 'gl', version: '1' }), 'Galician · 1');
});

/**
 * The texts of every template in a source, each with its gaps left out.
 * @returns {string[]}
 */
function templates(source) {
  const found = [];
  const template = (at) => {
    let text = '';
    while (source[at] !== '`') {
      if (source.startsWith('${', at)) at = expression(at + 2);
      else text += source[at++];
    }
    found.push(text);
    return at + 1;
  };
  const expression = (at) => {
    while (source[at] !== '}') {
      if (source[at] === '`') at = template(at + 1);
      else if (source[at] === '{') at = expression(at + 1);
      else at += 1;
    }
    return at + 1;
  };
  for (let at = source.indexOf('html`'); at >= 0; at = source.indexOf('html`', at)) at = template(at + 5);
  return found;
}

test('no view holds a text of its own', () => {
  assert.deepEqual(templates('html`<p>${f(`a${1}`)} Hi</p>`'), ['a', '<p> Hi</p>']);
  for (const [name, text] of sources().filter(([, code]) => code.includes('html`'))) {
    for (const template of templates(text).filter((one) => one.includes('<'))) {
      assert.doesNotMatch(template.replaceAll(/<[^>]*>/gu, ''), /\p{L}/u, name);
    }
    assert.doesNotMatch(text, /(?:title|placeholder|aria-label)="[^"$]*[a-z]/u, name);
  }
});

test('the English sentence of the server is read where nothing better is known, and there alone', () => {
  const readers = sources().filter(([, text]) => /\b(?:failure|error|answer|one)\)?\??\.detail\b/u.test(text));
  assert.deepEqual(readers.map(([name]) => name).toSorted(), [
    'api.js',
    'problem-text.js',
    'room/state/status.js',
    'view/failure.js',
  ]);
});

test('a word from right to left turns nothing round it', () => {
  const word = '\u05d9\u05dc\u05d3';
  assert.equal(t('words.yes', { word }), `\u2068${word}\u2069 is a word.`);
  assert.equal(t('words.yes', { word: 'LATE' }), 'LATE is a word.');
});

test('numbers and plurals as the language has them', () => {
  assert.equal(t('moves.total', { n: 1 }), '1 move');
  assert.equal(t('moves.total', { n: 1345 }), '1,345 moves');
  assert.equal(t('moves.total', { n: 0 }), '0 moves');
  assert.equal(formatChance(0.1456), '15%');
  assert.equal(formatMicros(84), '84 µs');
  assert.equal(formatMicros(1340), '1.3 ms');
  assert.equal(formatMicros(2_500_000), '2.5 s');
});

test('boards of the program have names of the language, others their own', () => {
  assert.equal(formatLayout('standard15'), 'Standard');
  assert.equal(formatLayout('super21'), 'Large');
  assert.equal(formatLayout('strip'), 'strip');
  assert.equal(formatLayout('toString'), 'toString');
  assert.ok(rulesOf({ layout: { name: 'super21', rows: 21, cols: 21 } }).includes('Board: Large, 21 × 21'));
});

test('what is filled in is not read as a pattern again', () => {
  assert.match(t('rack.unread', { text: '{n}$&' }), /“\{n\}\$&”/u);
});
