import { randomBytes } from 'node:crypto';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { findSecret, insertSecret, lockSecret, replaceSecret } from './secrets.sql.ts';

/** 256 random bits as text. */
export const makeRandomSecret = () => randomBytes(32).toString('base64url');

/** A secret while it is rotated: `current` makes new signatures, and those of every one in `all` are valid. */
export interface Secrets {
  current: string;
  /** Newest first. */
  all: string[];
}

/**
 * Returns a secret of this installation, whose values contain no comma. The first use generates it and stores it in the database for all
 * nodes. Read it for each use: a node that keeps it misses a rotation.
 */
export async function readSecrets(sql: Connection, name: string, make: () => string): Promise<Secrets> {
  const all = (await readSecret(sql, name, make)).split(',');
  return { current: all[0] ?? '', all };
}

/**
 * Reads as `readSecrets`, and locks the secret until the transaction ends. `use` is for a transaction that stores something encrypted with
 * it: no value is forgotten meanwhile. `change` waits for all of these and makes new ones wait.
 */
export async function lockSecrets(tx: Tx, name: string, make: () => string, mode: 'use' | 'change'): Promise<Secrets> {
  await insertSecret(tx, name, make());
  const all = (await lockSecret(tx, name, mode)).split(',');
  return { current: all[0] ?? '', all };
}

/** Returns the stored value as it is, for a secret that is never rotated. */
export async function readSecret(sql: Connection, name: string, make: () => string): Promise<string> {
  const existing = await findSecret(sql, name);
  if (existing !== undefined) return existing;
  await insertSecret(sql, name, make());
  const made = await findSecret(sql, name);
  if (made === undefined) throw new Error(`the secret ${name} was not stored`);
  return made;
}

/** Adds a new current value; the values before stay valid. Returns how many are valid now. */
export async function addSecret(sql: Connection, name: string, make: () => string): Promise<number> {
  const { all } = await readSecrets(sql, name, make);
  const next = [make(), ...all];
  if (!(await replaceSecret(sql, { name, before: all.join(','), value: next.join(',') }))) throw changedMeanwhile(name);
  return next.length;
}

/** Keeps only the current value. Returns how many were removed. */
export async function forgetOldSecrets(sql: Connection, name: string, make: () => string): Promise<number> {
  const { current, all } = await readSecrets(sql, name, make);
  if (!(await replaceSecret(sql, { name, before: all.join(','), value: current }))) throw changedMeanwhile(name);
  return all.length - 1;
}

const changedMeanwhile = (name: string) => new Error(`Another command changed ${name} at the same time. Run it again.`);
