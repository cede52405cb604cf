import { afterEach, expect, it, vi } from 'vitest';
import { draftOf, keepDraft } from './drafts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the unsent text of a room for its author, not for the next person in the same tab', () => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  keepDraft('ada', 'Music', 'a secret');
  expect(draftOf('ada', 'Music')).toBe('a secret');
  expect(draftOf('ben', 'Music')).toBe('');
  expect(draftOf(undefined, 'Music')).toBe('');
  keepDraft('ada', 'Music', ' ');
  expect([draftOf('ada', 'Music'), items.size]).toEqual(['', 0]);
});
