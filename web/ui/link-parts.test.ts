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
