import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isPublicPassword } from './demo-accounts.ts';

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const strong = { memory: 19_456, passes: 2, parallelism: 1 };
/** Tests create thousands of accounts. With the strong cost, hashing would take a tenth of their processor time. */
const cheap = { memory: 1024, passes: 2, parallelism: 1 };
const currentCost = ({ config }: Pick<Platform, 'config'>) => (config.nodeEnv === 'test' ? cheap : strong);
const tagLength = 32;
const saltLength = 16;

/** A hash keeps one core busy for tens of milliseconds. This limit keeps a flood of sign-ins from taking every core. */
const maxConcurrent = 2;
const maxWaiting = 64;

interface StoredHash {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  tag: Buffer;
}

const derive = promisify(argon2);
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function formatHash({ memory, passes, parallelism, salt, tag }: StoredHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(text: string): StoredHash {
  const match = phc.exec(text);
  if (!match) throw new Error('a stored password hash is not a valid argon2id PHC string');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Stands in for the hash of an unknown email. No password hashes to zeros. */
const noHash = { salt: Buffer.alloc(saltLength), tag: Buffer.alloc(tagLength) };

/** One queue for the whole process, because all apps in the process share its cores. */
const inQueue = createBoundedQueue(maxConcurrent, maxWaiting, 3);

/** Returns an argon2id hash of the password in NFC as a PHC string. No trimming, no case change, no truncation. */
export async function hashPassword(context: Pick<Platform, 'config'>, password: string): Promise<string> {
  const cost = currentCost(context);
  const salt = randomBytes(saltLength);
  const tag = await inQueue(() =>
    derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength, ...cost }),
  );
  return formatHash({ ...cost, salt, tag });
}

/** The spellings under which a password may be stored, the current one first: earlier versions hashed what the keyboard sent. */
const spellingsOf = (password: string) => [
  ...new Set([password.normalize('NFC'), password, password.normalize('NFD')]),
];

/** Takes equally long with and without a stored hash, for a wrong password. */
export async function verifyPassword(
  context: Pick<Platform, 'config'>,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const { salt, tag, ...cost } = stored ? parse(stored) : { ...currentCost(context), ...noHash };
  for (const message of spellingsOf(password)) {
    const given = await inQueue(() => derive('argon2id', { message, nonce: salt, tagLength: tag.length, ...cost }));
    if (timingSafeEqual(given, tag) && stored) return true;
  }
  return false;
}

/** Returns whether a stored hash uses weaker parameters than a new one would. */
export function isHashOutdated(context: Pick<Platform, 'config'>, stored: string): boolean {
  const current = currentCost(context);
  const { memory, passes, parallelism } = parse(stored);
  return memory < current.memory || passes < current.passes || parallelism < current.parallelism;
}

/**
 * Applies PASSWORD_DENYLIST: `block` refuses the most common passwords; with `warn` the caller counts them (`common: true`). Where demo
 * accounts cannot sign in, it also refuses their password, which is public.
 */
export function checkPasswordChoice(
  password: string,
  { passwordDenylist: denylist, onThisMachine }: Pick<Config, 'passwordDenylist' | 'onThisMachine'>,
): { common: boolean } {
  const isPublic = isPublicPassword({ onThisMachine }, password);
  if (!isPublic && (denylist === 'off' || !isCommonPassword(password))) return { common: false };
  if (!isPublic && denylist === 'warn') return { common: true };
  const message = () => t`This is one of the most common passwords. Please choose a different one.`;
  throw appError('validation_failed', { message, fields: { password: message } });
}
