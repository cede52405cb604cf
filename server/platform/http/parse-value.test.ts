import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseValue } from './parse-value.ts';

const form = z.object({ links: z.array(z.object({ url: z.string().trim() })) });
const parse = (url: string) => parseValue(form, { links: [{ url }] });

it.each([
  ['NUL', 'https://a.example/\0'],
  ['the first half of a surrogate pair', 'https://a.example/\ud800'],
  ['the second half of a surrogate pair', 'https://a.example/\udc00x'],
])('refuses text with %s', (_name, url) => {
  expect(() => parse(url)).toThrow('This contains a character that can’t be stored.');
});

it('coerces other text', () => {
  expect(parse(' https://a.example/😀 ')).toEqual({ links: [{ url: 'https://a.example/😀' }] });
});
