import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { makeNoteKey, type NoteKey, signedNote } from '#contract/checkpoint.ts';
import { toHex } from '#contract/values/bytes.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { readSecret } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import { sha256 } from './merkle-tree.ts';
import { proofTools } from './proof-tools.ts';

export interface SigningKey {
  noteKey: NoteKey;
  /** Signs a text; returns it with its signature as a note. */
  sign(text: string): string;
}

const kept = contextState(() => ({ key: undefined as SigningKey | undefined }));

/**
 * The key that signs the roots. The first start generates it and stores it in the database, so that all nodes share it and a backup of the
 * books contains the key that signed them (docs/decisions/0018).
 */
export async function readSigningKey(context: Pick<Platform, 'db' | 'state'>): Promise<SigningKey> {
  const stored = kept(context);
  stored.key ??= await openKey(await readSecret(context.db.sql, 'ledger_key', makeKey));
  return stored.key;
}

function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

/** The last 32 bytes of its SPKI encoding are the raw Ed25519 key (RFC 8410). */
const rawPublicKey = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

async function openKey(secret: string): Promise<SigningKey> {
  const privateKey = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(privateKey);
  // The name depends only on the key: it stays valid when the site moves to another address.
  const name = `fanfare-ledger/${toHex(sha256(publicKey)).slice(0, 16)}`;
  const noteKey = await makeNoteKey(proofTools, name, publicKey);
  return { noteKey, sign: (text) => signedNote(text, noteKey, sign(null, Buffer.from(text), privateKey)) };
}
