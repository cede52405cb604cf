import { describe, expect, it } from 'vitest';
import { linkParts } from './link-parts.ts';

const linksOf = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

describe('linkParts', () => {
  it.each([
    ['See https://example.com/a?b=1#c.', ['https://example.com/a?b=1#c']],
    ['(https://example.com/wiki/A_(b))', ['https://example.com/wiki/A_(b)']],
    ['http://example.com, then HTTPS://example.org!', ['http://example.com/', 'https://example.org/']],
    ['javascript:alert(1) data:text/html,x //example.com ftp://example.com', []],
    ['https://bank.example@evil.example/', []],
    ['https://localhost/x https://', []],
    ['见https://example.com/a，然后看https://example.com/b。完', ['https://example.com/a', 'https://example.com/b']],
    ['（https://example.com/a）「https://example.com/b」', ['https://example.com/a', 'https://example.com/b']],
    ['https://example.com/a、https://example.com/b！はい', ['https://example.com/a', 'https://example.com/b']],
    ['“https://example.com/a”和https://example.com/b……', ['https://example.com/a', 'https://example.com/b']],
    [
      'https://example.com/アン・シャーリー?x=々〇 end',
      [
        'https://example.com/%E3%82%A2%E3%83%B3%E3%83%BB%E3%82%B7%E3%83%A3%E3%83%BC%E3%83%AA%E3%83%BC?x=%E3%80%85%E3%80%87',
      ],
    ],
    ['https://example.com/"onmouseover="x', ['https://example.com/']],
  ])('finds in %j the links %j', (text, links) => expect(linksOf(text)).toEqual(links));

  it('keeps the whole text', () => {
    const text = 'Go to https://example.com/x, please (or https://user@example.com)…';
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
