import { expect, test } from 'vitest';
import { matchesMention, mentionTokenAt } from './use-mentions.ts';

const typedIn = (text: string) => mentionTokenAt(text, text.length)?.text;

test('finds the mention being typed after an @, with one to five words', () => {
  expect(typedIn('hello @th')).toBe('th');
  expect(typedIn('@')).toBe('');
  expect(typedIn('(@Theo van den')).toBe('Theo van den');
  expect(typedIn("@Zoë O'Neill")).toBe("Zoë O'Neill");
  expect(typedIn('mail@example')).toBeUndefined();
  expect(typedIn('@theo, how are you')).toBeUndefined();
  expect(typedIn('@one two three four five six')).toBeUndefined();
  expect(mentionTokenAt('@mara and @th', 5)).toEqual({ start: 0, text: 'mara' });
});

test('matches a person while one of their names starts with the typed words', () => {
  const person = { id: '1', username: 'theo', displayName: 'Theo van den Berg', avatarUrl: null };
  expect(matchesMention(person, 'berg')).toBe(true);
  expect(matchesMention(person, 'theo V')).toBe(true);
  expect(matchesMention(person, 'theo and')).toBe(false);
  expect(matchesMention({ ...person, displayName: null }, 'theo ')).toBe(false);
});
