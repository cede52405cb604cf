import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '#contract/app-error.ts';
import { inEnglish, t } from '#contract/language/text.ts';
import { speak, speakEnglish } from '#testing/language.ts';
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

it('knows its messages in other languages', () => {
  const named = z.object({ name: z.string().min(3, { error: () => t`Choose a longer name` }), age: z.number() });
  const parseForm = () => parseValue(named, { name: 'x' });
  expect(parseForm).toThrow('Choose a longer name');
  try {
    parseForm();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const english = {
      message: 'Choose a longer name',
      fields: { name: 'Choose a longer name', age: 'Age is required' },
    };
    expect({ message: error.message, fields: error.details.fields }).toEqual(english);
    speak((message) => `[${inEnglish(message)}]`);
    expect(error.texts()).toEqual({
      message: '[Choose a longer name]',
      fields: { name: '[Choose a longer name]', age: '[Age is required]' },
    });
  }
  expect.assertions(3);
});

afterEach(speakEnglish);
