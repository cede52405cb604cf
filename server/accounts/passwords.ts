import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { appError } from '#contract/errors.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The minimum of OWASP's password storage sheet for argon2id: 19 MiB, two passes, one lane. */
const current = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;

/** Each hash takes a core for tens of milliseconds: a flood of logins may not take all of them. */
const atOnce = 2;
const mayWait = 64;

interface StoredHash {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  tag: Buffer;
}

const derive = promisify(argon2);
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function print({ memory, passes, parallelism, salt, tag }: StoredHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(text: string): StoredHash {
  const match = phc.exec(text);
  if (!match) throw new Error('a stored password hash is not readable');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** What an unknown address is checked against, so that it takes as long as a known one. No password hashes to zeros. */
const nobody = print({ ...current, salt: Buffer.alloc(saltLength), tag: Buffer.alloc(tagLength) });

/** Belongs to the process, as its cores do: all apps of a process share it. */
const withinGate = createBoundedQueue(atOnce, mayWait, 3);

/** The argon2id hash to store, as a PHC string. The password is taken as it is: no trimming, no case change, no truncation. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltLength);
  const tag = await withinGate(() => derive('argon2id', { message: password, nonce: salt, tagLength, ...current }));
  return print({ ...current, salt, tag });
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { salt, tag, ...cost } = parse(stored ?? nobody);
  const parameters = { message: password, nonce: salt, tagLength: tag.length, ...cost };
  const given = await withinGate(() => derive('argon2id', parameters));
  return timingSafeEqual(given, tag) && stored !== null && stored !== undefined;
}

/** Whether a stored hash is weaker than what a new one would be. */
export function isHashOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored);
  return memory < current.memory || passes < current.passes || parallelism < current.parallelism;
}

/**
 * PASSWORD_DENYLIST: refuses the most common passwords where it is `block`. True where the choice should be counted (`warn`).
 * The sentence names neither e-mail nor username, which the sign-up form would read as "taken".
 */
export function checkPasswordChoice(password: string, denylist: 'warn' | 'block' | 'off'): { common: boolean } {
  if (denylist === 'off' || !isCommonPassword(password)) return { common: false };
  if (denylist === 'warn') return { common: true };
  const message = 'This password is one of the most common ones. Please choose a different one.';
  throw appError('validation_failed', { message, fields: { password: message } });
}
