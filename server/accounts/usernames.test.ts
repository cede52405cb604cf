import { expect, test } from 'vitest';
import { isUsernameAllowed, suggestUsername } from './usernames.ts';

test('names that would pass for the product are taken, also dressed up', () => {
  for (const name of [
    'admin',
    'Admin',
    'API',
    'auth',
    'settings',
    'Support',
    'fanfare',
    'fan-fare',
    '_support_',
    'a_d_m_i_n',
    'Deleted_x',
  ]) {
    expect(isUsernameAllowed(name), name).toBe(false);
  }
  for (const name of ['a', 'fan', 'Creator_1', 'adminton', 'x'.repeat(20), '_-_'])
    expect(isUsernameAllowed(name), name).toBe(true);
  for (const name of ['', ' a', 'x'.repeat(21), 'naïve', 'a b', 'a.b'])
    expect(isUsernameAllowed(name), name).toBe(false);
});

test('a suggested name always passes the rules', () => {
  for (const email of [
    'mara.kline+news@example.org',
    'admin@example.org',
    'ö@example.org',
    `${'x'.repeat(60)}@example.org`,
    '!@example.org',
  ]) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const name = suggestUsername(email, attempt);
      expect(isUsernameAllowed(name), name).toBe(true);
    }
  }
  expect(suggestUsername('mara.kline+news@example.org', 0)).toBe('marakline');
});
