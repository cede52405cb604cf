import { argon2Sync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newPasswordField } from '#contract/accounts.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { demoAccounts } from './demo-accounts.ts';
import { checkPasswordChoice, hashPassword, isHashOutdated, verifyPassword } from './passwords.ts';

const context = { config: readConfig({ NODE_ENV: 'production', ALLOW_SANDBOX_CARDS: '1' }) };

// cspell:ignore пароль

describe('password hashes', () => {
  test('are salted argon2id PHC strings that verify', async () => {
    const [one, two] = await Promise.all([
      hashPassword(context, 'correct horse 1'),
      hashPassword(context, 'correct horse 1'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(context, 'correct horse 1', one)).toBe(true);
    expect(await verifyPassword(context, 'correct horse 2', one)).toBe(false);
    expect(isHashOutdated(context, one)).toBe(false);
  });

  test('depend on every character: case, spaces, and the 30th character', async () => {
    const thirty = 'é'.repeat(29);
    const stored = await hashPassword(context, `${thirty}A`);
    expect(await verifyPassword(context, `${thirty}A`, stored)).toBe(true);
    expect(await verifyPassword(context, `${thirty}B`, stored)).toBe(false);
    expect(await verifyPassword(context, `${thirty}a`, stored)).toBe(false);
    expect(await verifyPassword(context, `${thirty}A `, stored)).toBe(false);
  });

  test('are the same for every Unicode form, and hashes of earlier versions verify for each', async () => {
    const [composed, decomposed] = ['caf\u00e9 au lait', 'cafe\u0301 au lait'];
    const stored = await hashPassword(context, decomposed);
    expect(await verifyPassword(context, composed, stored)).toBe(true);
    expect(await verifyPassword(context, decomposed, stored)).toBe(true);
    expect(await verifyPassword(context, 'cafe au lait', stored)).toBe(false);
    // argon2id of the decomposed form, as versions before 0064 stored it.
    const salt = Buffer.alloc(16, 7);
    const cost = { memory: 1024, passes: 2, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: decomposed, nonce: salt, tagLength: 32, ...cost });
    const earlier = `$argon2id$v=19$m=1024,t=2,p=1$${salt.toString('base64').replace(/=+$/, '')}$${tag.toString('base64').replace(/=+$/, '')}`;
    expect(await verifyPassword(context, decomposed, earlier)).toBe(true);
    expect(await verifyPassword(context, composed, earlier)).toBe(true);
    expect(await verifyPassword(context, 'cafe au lait', earlier)).toBe(false);
  });

  test('never verify without a stored hash', async () => {
    expect(await verifyPassword(context, '', null)).toBe(false);
    expect(await verifyPassword(context, 'anything at all', undefined)).toBe(false);
  });

  test('with weaker parameters verify and count as outdated', async () => {
    // From the test vectors of the reference implementation (phc-winner-argon2, test.c).
    const weak = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(isHashOutdated(context, weak)).toBe(true);
    expect(await verifyPassword(context, 'password', weak)).toBe(true);
    expect(await verifyPassword(context, 'Password', weak)).toBe(false);
  });

  test('are cheap only in the test environment', async () => {
    const test = { config: readConfig({ NODE_ENV: 'test' }) };
    const cheap = await hashPassword(test, 'correct horse 1');
    expect(await verifyPassword(test, 'correct horse 1', cheap)).toBe(true);
    expect(isHashOutdated(test, cheap)).toBe(false);
    expect(isHashOutdated(context, cheap)).toBe(true);
    const development = await hashPassword({ config: readConfig({}) }, 'correct horse 1');
    expect(isHashOutdated(context, development)).toBe(false);
  });

  test('fail with 503 once 2 are being computed and 64 are waiting', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, () =>
        verifyPassword(context, 'x', '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAA'),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(80 - 2 - 64);
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', status: 503 } });
    // The queue is empty again.
    expect(await verifyPassword(context, 'x', null)).toBe(false);
  });
});

describe('the password rules', () => {
  const first = (password: string) => newPasswordField.safeParse(password).error?.issues[0]?.message;

  test('accept 8 to 30 characters with a letter or a digit, in any script', () => {
    for (const good of ['abcdefgh', '12345678', 'a'.repeat(30), 'пароль12', '密码密码密码密码', ' leading and ']) {
      expect(first(good), good).toBeUndefined();
    }
  });

  test('report each violation with the specified message', () => {
    expect(first('')).toBe('Password is required');
    expect(first('a'.repeat(7))).toBe('Password must be at least 8 characters');
    expect(first('a'.repeat(31))).toBe('Password must be 30 characters or less');
    expect(first('!?!?!?!?')).toBe('Password must contain at least one letter or number');
  });
});

describe('common passwords', () => {
  test('are counted, refused or ignored according to PASSWORD_DENYLIST', () => {
    expect(checkPasswordChoice('Password123', { passwordDenylist: 'warn', onThisMachine: true })).toEqual({
      common: true,
    });
    expect(checkPasswordChoice('Password123', { passwordDenylist: 'off', onThisMachine: true })).toEqual({
      common: false,
    });
    expect(checkPasswordChoice('a fine sentence', { passwordDenylist: 'block', onThisMachine: true })).toEqual({
      common: false,
    });
    let message = '';
    try {
      checkPasswordChoice('Password123', { passwordDenylist: 'block', onThisMachine: true });
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).toContain('most common');
    // The sign-up form would show a message with either word as "taken".
    expect(message).not.toMatch(/email|username/i);
  });

  test('include the one of the demo where it cannot sign in', () => {
    const [{ password } = { password: '' }] = demoAccounts;
    expect(checkPasswordChoice(password, { passwordDenylist: 'off', onThisMachine: true })).toEqual({ common: false });
    expect(() => checkPasswordChoice(password, { passwordDenylist: 'off', onThisMachine: false })).toThrow(
      'most common',
    );
  });
});
