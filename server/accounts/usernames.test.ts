import { expect, test } from 'vitest';
import { parseUsername, suggestUsername } from './usernames.ts';

// cspell:ignore adminton marakline

test('refuses reserved names, also with underscores and hyphens, and invalid names', () => {
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
    expect(parseUsername(name), name).toBe(null);
  }
  for (const name of ['a', 'fan', 'Creator_1', 'adminton', 'x'.repeat(20), '_-_'])
    expect(parseUsername(name), name).toBe(name);
  for (const name of ['', ' ', 'x'.repeat(21), 'naïve', 'a b', 'a.b']) expect(parseUsername(name), name).toBe(null);
  expect(parseUsername(' a\u00a0')).toBe('a');
});

test('suggests only valid usernames', () => {
  for (const email of [
    'mara.kline+news@example.org',
    'admin@example.org',
    'ö@example.org',
    `${'x'.repeat(60)}@example.org`,
    '!@example.org',
    'deleted_soul@example.org',
    `DELETED_${'x'.repeat(20)}@example.org`,
  ]) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const name = suggestUsername(email, attempt);
      expect(parseUsername(name), name).toBe(name);
    }
  }
  expect(suggestUsername('mara.kline+news@example.org', 0)).toBe('marakline');
});
