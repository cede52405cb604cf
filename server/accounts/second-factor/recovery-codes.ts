import { createHash, randomInt } from 'node:crypto';
import type { Tx } from '#server/platform/postgres/db.ts';
import { hasCodes, replaceCodes, spendCode } from './recovery-codes.sql.ts';

const codesPerSet = 10;
/** Base 32 without I, L, O and U, which readers mistake for others (Crockford). */
// cspell:disable-next-line
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 4;
const perGroup = 4;
const shape = new RegExp(`^[${alphabet}]{${groups * perGroup}}$`);

/** 80 random bits: "7K3M-9XQ2-B4TN-0WHC". */
function makeCode(): string {
  const group = () => Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/**
 * SHA-256 is enough, because no one can try 2^80 codes. With the person's id, a search in a stolen database covers ten codes only, and equal
 * codes have different hashes.
 */
const hashOf = (userId: string, code: string): Buffer => createHash('sha256').update(`${userId} ${code}`).digest();

/** The code that a person typed, without hyphens and with the letters that they meant; null if it cannot be a recovery code. */
function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return shape.test(code) ? code : null;
}

/** Makes ten new codes, and with that ends the ones before. They are shown once: the database has only their hashes. Lock the account first. */
export async function makeCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesPerSet }, makeCode);
  await replaceCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, code.replaceAll('-', ''))),
  );
  return codes;
}

/** Makes the codes that come with the first factor. Null if the person has codes, also used ones. Lock the account first. */
export async function makeFirstRecoveryCodes(tx: Tx, userId: string): Promise<string[] | null> {
  return (await hasCodes(tx, userId)) ? null : makeCodes(tx, userId);
}

/** Uses a code up. Returns false if it is wrong or was used before. */
export async function spendRecoveryCode(tx: Tx, userId: string, typed: string): Promise<boolean> {
  const code = readCode(typed);
  return code !== null && spendCode(tx, userId, hashOf(userId, code));
}
