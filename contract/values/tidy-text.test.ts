import { describe, expect, it } from 'vitest';
import { tidyText } from './tidy-text.ts';

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
  ])('%j stands as %j', (given, clean) => expect(tidyText(given)).toBe(clean));

  it.each(['', ' \n ', '\u200b\u200d', '\u2800', '\u202e\u2066'])('%j is nothing', (text) => {
    expect(tidyText(text)).toBe('');
  });
});
