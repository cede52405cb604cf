import { afterEach, expect, it } from 'vitest';
import { speak, speakEnglish } from '#testing/language.ts';
import { declineText } from './decline-text.ts';

afterEach(speakEnglish);

it('ends with one period in English', () => {
  expect(declineText('Your card has expired')).toBe('Your card has expired.');
  expect(declineText('Your card has expired. ')).toBe('Your card has expired.');
});

it('is translated if the server wrote it, and keeps the words of a bank', () => {
  speak(({ sentence: [english] }) => (english === 'Your card was declined.' ? 'カードが拒否されました。' : undefined));
  expect(declineText('Your card was declined.')).toBe('カードが拒否されました。');
  expect(declineText('Call {us} now')).toBe('Call {us} now.');
});
