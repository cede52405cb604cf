import { expect, it } from 'vitest';
import { loginForm } from './accounts.ts';
import { isEmail } from './values/is-email.ts';

it.each([
  'fan@example.org',
  'first.last+pools@mail.example.co.uk',
  "o'neil_-@a-b.example",
  'fan@日本.example',
  'a@b.co',
])('accepts the address %s', (address) => expect(isEmail(address)).toBe(true));

it.each([
  'fan',
  'fan@example',
  'a@b..co',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.co',
  'a@-b.co',
  'a@b-.co',
  'a@b.-co',
  'a@b.co-',
  'a@b.co.',
  'a@.b.co',
  'a@b@c.co',
  'a b@c.co',
  `${'a'.repeat(65)}@b.co`,
])('refuses the address %s', (address) => expect(isEmail(address)).toBe(false));

it('accepts 64 characters before the @', () => {
  expect(isEmail(`${'a'.repeat(64)}@b.co`)).toBe(true);
});

it.each(['a..b@c.co', 'a.@b.co', 'fan@example.org'])('lets the older account %s sign in', (email) => {
  expect(loginForm.safeParse({ email, password: 'x' }).success).toBe(true);
});

it.each(['fan', 'fan@example', 'a b@c.co', ''])('refuses %j at sign-in', (email) => {
  expect(loginForm.safeParse({ email, password: 'x' }).success).toBe(false);
});

it.each([
  'fan@gmail.com/\u00fc',
  'fan@gmail.com?.\u00fcber.net',
  'fan@gmail.com#.x.net',
  'fan@g%61.com',
  'fan@\u00fc.net/x.net',
])('an address that reads as another mailbox is refused (%j)', (email) => {
  expect(isEmail(email)).toBe(false);
});

it.each(['ali@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com', 'jo/hn@example.org', 'jo@b\u00fccher.example'])(
  'an address that mail servers accept is accepted (%j)',
  (email) => expect(isEmail(email)).toBe(true),
);
