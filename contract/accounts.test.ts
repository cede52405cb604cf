import { expect, it } from 'vitest';
import { isEmail } from './accounts.ts';

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
