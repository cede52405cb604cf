import { afterEach, expect, it } from 'vitest';
import { speak, speakEnglish } from '#testing/language.ts';
import { answerText, answerTexts } from './answer-texts.ts';
import { inEnglish } from './language/text.ts';

afterEach(speakEnglish);

it.each(Object.values(answerTexts))('shows the English message of the API in the language of the tab: %#', (text) => {
  const message = inEnglish(text);
  expect(answerText(message)).toBe(message);
  speak((known) => `[${inEnglish(known)}]`);
  expect(answerText(message)).toBe(`[${message}]`);
  // An older page may not know a message of a newer server.
  expect(answerText(`${message} Bye.`)).toBe(`${message} Bye.`);
});
