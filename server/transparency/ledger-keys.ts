import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  makeNoteKey,
  type NoteKey,
  type NoteSignature,
  noteKeyText,
  noteText,
  signedNote,
} from '#contract/checkpoint.ts';
import { type KeyChange, parseKeyChange } from '#contract/key-change.ts';
import { toHex } from '#contract/values/bytes.ts';
import { readSecrets } from '#server/platform/data/read-secret.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { listKeyChanges } from './key-changes.sql.ts';
import { proofTools, sha256 } from './merkle-tree.ts';

export const ledgerKeySecret = 'ledger_key';

export interface Signer {
  noteKey: NoteKey;
  privateKey: KeyObject;
}

export interface PublishedKeyChange extends KeyChange {
  note: string;
}

export interface SigningKeys {
  /** Names the ledger. Every key has this name, so that roots start with the same line after a key change. */
  name: string;
  /** The newest key. */
  current: Signer;
  /** The keys that sign each new root, the newest first: the current one, and older ones until they are forgotten. */
  signers: readonly Signer[];
  /** The oldest first. */
  changes: readonly PublishedKeyChange[];
}

/**
 * The keys that sign the roots. The first start generates one and stores it in the database, so that all nodes share it and a backup of the
 * books contains the key that signed them (docs/decisions/0018). Read for each use: a node that keeps them misses a rotation.
 */
export async function readSigningKeys(sql: Connection): Promise<SigningKeys> {
  // A rotation may commit between the two statements. Then the changes are newer than the secret, which readers of public keys expect.
  const { all } = await readSecrets(sql, ledgerKeySecret, makeLedgerKey);
  const changes = (await listKeyChanges(sql)).map(({ note }) => ({ ...parseStored(note), note }));
  const privateKeys = all.map(openPrivateKey);
  const [newest, oldest] = [privateKeys[0], privateKeys.at(-1)];
  if (!newest || !oldest) throw new Error('the ledger has no key');
  const name = changes[0]?.ledger ?? nameAfter(oldest);
  const signers = await Promise.all(privateKeys.map((privateKey) => makeSigner(name, privateKey)));
  return { name, current: signers[0] ?? (await makeSigner(name, newest)), signers, changes };
}

function parseStored(note: string): KeyChange {
  const change = parseKeyChange(noteText(note));
  if (!change) throw new Error('a key change is malformed');
  return change;
}

/** The first key that signed the ledger's roots, and the one that signs them now. */
export function publicKeysOf({ current, changes }: SigningKeys): { firstKey: string; key: string } {
  const key = noteKeyText(current.noteKey);
  return { firstKey: changes[0]?.oldKey ?? key, key: changes.at(-1)?.newKey ?? key };
}

export function makeLedgerKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

const openPrivateKey = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });

/** The last 32 bytes of its SPKI encoding are the raw Ed25519 key (RFC 8410). */
const rawPublicKey = (key: KeyObject) => createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

/** The name depends only on the ledger's first key: it stays valid when the site moves to another address. */
const nameAfter = (firstKey: KeyObject) => `fanfare-ledger/${toHex(sha256(rawPublicKey(firstKey))).slice(0, 16)}`;

const makeSigner = async (name: string, privateKey: KeyObject): Promise<Signer> => ({
  noteKey: await makeNoteKey(proofTools, name, rawPublicKey(privateKey)),
  privateKey,
});

export const openSigner = (name: string, secret: string): Promise<Signer> => makeSigner(name, openPrivateKey(secret));

/** The text with the signature of each signer as a note. */
export function signNote(text: string, signers: readonly Signer[]): string {
  const signatures = signers.map(
    ({ noteKey, privateKey }): NoteSignature => ({
      key: noteKey,
      signature: sign(null, Buffer.from(text), privateKey),
    }),
  );
  return signedNote(text, signatures);
}
