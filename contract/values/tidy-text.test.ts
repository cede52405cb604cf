import { describe, expect, it } from 'vitest';
import { isVisible, tidyAddress, tidyLine, tidyText, visibleWork } from './tidy-text.ts';

// cspell:ignore paygpj خواهم

describe('what people wrote', () => {
  it.each([
    ['  Hello\r\nthere ', 'Hello\nthere'],
    ['one\n\n\n \n\ntwo', 'one\n\ntwo'],
    ['pay\u202Egpj.exe', 'paygpj.exe'],
    ['a\u0300\u0301\u0302\u0303\u0304\u0305', 'à\u0301\u0302\u0303'],
    ['bell\u0007', 'bell'],
    ['a\ttable\u2028of two', 'a table\nof two'],
    ['👩‍👩‍👧 keeps its family', '👩‍👩‍👧 keeps its family'],
    ['می‌خواهم', 'می‌خواهم'],
    ['e\u0301', '\u00e9'],
    ['Mi\u200ba \u2060\ufeffChen\u00ad', 'Mia Chen'],
    ['A\u3164d\u115fm\uffa0in', 'Admin'],
    ['tag\u{e0061}\u{e0062}\u{e007f}ged', 'tagged'],
    [
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    ],
    ['M\ufe0fi\u{e0100}a', 'Mia'],
    ['❤️ 1\ufe0f\u20e3 🏳️‍🌈 👁️‍🗨️', '❤️ 1\ufe0f\u20e3 🏳️‍🌈 👁️‍🗨️'],
    ['葛\u{e0100}城', '葛\u{e0100}城'],
    ['a\u200cb\u200dc', 'abc'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['\u06dd١', '\u06dd١'],
  ])('%j stands as %j', (given, clean) => expect(tidyText(given)).toBe(clean));

  it.each([
    '',
    ' \n ',
    '\u200b\u200d',
    '\u2800',
    '\u202e\u2066',
    '\u3164',
    '\u115f\u1160',
    '\uffa0',
    '\u{1d159}',
    '\ufffc',
    '\ufe0f',
    '\u{e0100}',
    '\u{e0061}\u{e007f}',
    '\u0301\u0302',
    ' \u0301',
    '\u00a0\u3000',
    '\u180e',
    '\u17b4',
    '\u{13441}',
    '\u034f',
  ])('%j is nothing', (text) => {
    expect(tidyText(text)).toBe('');
  });
});

it('keeps one space where a name has blank characters', () => {
  expect(tidyLine('\u2800Mia\u2800\u3000\u00a0Chen\u2800')).toBe('Mia Chen');
});

it.each([
  'Mia',
  '\u0645\u06cc\u200c\u062e',
  '👩‍👩‍👧\u200b\u200d',
  'x\ufe0f\u200d👩',
  'a\u200b\u0301',
  '\u{1f3f4}\u{e0067}',
])('changes nothing more in %j the second time', (text) => expect(tidyText(tidyText(text))).toBe(tidyText(text)));

it('keeps every character of a work', () => {
  expect(visibleWork(' \tif\u200b (a)\n\n\n\n\tb\u0301 ')).toBe('if\u200b (a)\n\n\n\n\tb\u0301');
  expect(visibleWork('\u3164\u200b')).toBe('');
  expect(isVisible('\u3164')).toBe(false);
});

it.each([
  ['fan\u200b@example.org', 'fan@example.org'],
  [' fan@exa\u00admple.org\u2060', 'fan@example.org'],
  ['fan＠example。org', 'fan@example.org'],
  ['fan@ｅｘａｍｐｌｅ．org', 'fan@example.org'],
  ['rene\u0301@example.org', 'ren\u00e9@example.org'],
])('compares the address %j as %j', (typed, address) => expect(tidyAddress(typed)).toBe(address));

it.each([
  ['combining marks', '\u0301'],
  ['hearts', '\u2764\ufe0f'],
  ['joiners', '\u0645\u200c'],
  ['marks and joiners', '\u0301\u200d'],
  ['keycaps', '1\ufe0f'],
  ['blank lines', '\n \n'],
  ['zero-width spaces', '\u200b'],
])('reads a long text of %s in a moment', (_name, part) => {
  const text = part.repeat(130_000 / part.length);
  // Processor time, because other tests may hold the processors.
  const begin = process.cpuUsage();
  tidyText(text);
  tidyAddress(text);
  isVisible(text);
  expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000);
});
