import { expect, it } from 'vitest';
import { canonicalEmail, emailForms, readableEmail } from './email-address.ts';

it('has one form for the spellings of a domain', () => {
  expect(canonicalEmail('jo@b\u00fccher.example')).toBe('jo@xn--bcher-kva.example');
  expect(readableEmail('jo@xn--bcher-kva.example')).toBe('jo@b\u00fccher.example');
  expect(canonicalEmail('jo@example.org')).toBe('jo@example.org');
});

it.each([
  'jo@gmail.com/\u00fc',
  'jo@gmail.com?\u00fc.net',
  'jo@gmail.com#\u00fc.net',
  'jo@gmail.com\\\u00fc.net',
  'jo@gmail.com:\u00fc',
])('does not cut %j', (email) => expect(emailForms(email)).toEqual([email, email, email]));
