import { expect, test } from 'vitest';
import { messageLinks, pictureWords } from './message-links.ts';

const linksIn = (content: string) => messageLinks({ content, mentions: [] });
const at = (path: string) => `https://example.com/${path}`;

test('finds pictures by file name, each once and at most four, and takes the first link as the page', () => {
  expect(linksIn('No link at all')).toEqual({ pictures: [], page: undefined });
  expect(linksIn(`See ${at('a.JPG?w=9#x')}, ${at('b')} and ${at('a.JPG?w=9#x')}`)).toEqual({
    pictures: [at('a.JPG?w=9#x')],
    page: undefined,
  });
  expect(linksIn(`${at('b.svg')} ${at('c.png')} ${at('d')}`)).toEqual({ pictures: [at('c.png')], page: at('b.svg') });
  expect(linksIn([1, 2, 3, 4, 5, 6].map((n) => at(`${n}.webp`)).join('\n')).pictures).toHaveLength(4);
  expect(linksIn(`https://bank.example@example.com/a.png javascript:alert(1) ${at('x'.repeat(2100))}`)).toEqual({
    pictures: [],
    page: undefined,
  });
});

test('describes a picture by its file name and site, even with an invalid escape', () => {
  expect(pictureWords(at('a/the%20sea.png?x=1'))).toBe('Picture the sea.png from example.com');
  expect(pictureWords(at('100%.png'))).toBe('Picture 100%.png from example.com');
});
