import { concatBytes, equalBytes, fromBase64, fromHex, toBase64, toHex } from '#contract/values/bytes.ts';

/**
 * The signed statement about the books at one moment. Its text is a checkpoint of a transparency log (c2sp.org/tlog-checkpoint) inside a
 * signed note (c2sp.org/signed-note), with the totals as further lines. docs/transparency.md describes the format for outsiders.
 */
export interface Checkpoint {
  /** Names the ledger, and every key that signs for it. */
  origin: string;
  /** The number of journals. */
  size: number;
  /** Hexadecimal: the root of the Merkle tree, and the hash of the last position of the chain. */
  rootHash: string;
  chainHash: string;
  /** ISO 8601 in UTC, to the second. */
  time: string;
  /** Hexadecimal: the SHA-256 of the signed note of the root before. Undefined for the first root, and for those of early versions. */
  previous?: string | undefined;
  /** Hexadecimal: the SHA-256 of the newest key change (contract/key-change.ts). Undefined while the first key signs. */
  keyChange?: string | undefined;
  totals: LedgerTotals;
}

/**
 * The money by place, in cents. `charged` is the sum of the others while there are no disputes, corrections, refunds of released money, and
 * debts of creators. docs/transparency.md says how these change the totals.
 */
export interface LedgerTotals {
  /** The total charged to cards. */
  charged: number;
  /** Refunded to cards. */
  refunded: number;
  /** Held for pools. */
  held: number;
  /** Released to creators and not yet on its way to them. */
  payable: number;
  /** On its way to the creators' banks. */
  inTransit: number;
  /** Arrived at the creators' banks, before any of it was taken back. */
  paidOut: number;
  /** The platform's fees. */
  fees: number;
  /** The card processor's costs, deducted from the creators' shares at the release. */
  cardCosts: number;
}

/** The lines of the totals, in their order. */
const totalLines: readonly [line: string, total: keyof LedgerTotals][] = [
  ['charged', 'charged'],
  ['refunded', 'refunded'],
  ['held', 'held'],
  ['payable', 'payable'],
  ['in-transit', 'inTransit'],
  ['paid-out', 'paidOut'],
  ['fees', 'fees'],
  ['card-costs', 'cardCosts'],
];

export const noTotals: LedgerTotals = {
  charged: 0,
  refunded: 0,
  held: 0,
  payable: 0,
  inTransit: 0,
  paidOut: 0,
  fees: 0,
  cardCosts: 0,
};

/** Cryptography that the caller provides: the contract has none. */
export interface ProofTools {
  encode(text: string): Uint8Array;
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  /** Ed25519. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

/** The text that is signed. It ends with a line break. */
export function checkpointText(checkpoint: Checkpoint): string {
  const { origin, size, rootHash, chainHash, time, previous, keyChange, totals } = checkpoint;
  const root = toBase64(fromHex(rootHash) ?? new Uint8Array());
  const lines = [origin, String(size), root, `time ${time}`, `chain ${chainHash}`];
  if (previous) lines.push(`previous ${previous}`);
  if (keyChange) lines.push(`key-change ${keyChange}`);
  for (const [line, total] of totalLines) lines.push(`${line} ${totals[total]}`);
  return `${lines.join('\n')}\n`;
}

/** Undefined unless the text is exactly the one that `checkpointText` writes. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', size = '', root = '', ...more] = text.split('\n');
  const values = new Map(more.map((line) => line.split(' ') as [string, string]));
  const totals = { ...noTotals };
  for (const [line, total] of totalLines) totals[total] = Number(values.get(line));
  const checkpoint: Checkpoint = {
    origin,
    size: Number(size),
    rootHash: toHex(fromBase64(root) ?? new Uint8Array()),
    chainHash: values.get('chain') ?? '',
    time: values.get('time') ?? '',
    previous: values.get('previous'),
    keyChange: values.get('key-change'),
    totals,
  };
  const numbers = [checkpoint.size, ...Object.values(totals)];
  if (!numbers.every(Number.isSafeInteger) || checkpoint.rootHash.length !== 64) return undefined;
  return checkpointText(checkpoint) === text ? checkpoint : undefined;
}

/** A public key with its name, as "name+8 hexadecimal digits+base64" (c2sp.org/signed-note). */
export interface NoteKey {
  name: string;
  /** Four bytes that a signature line repeats. */
  id: Uint8Array;
  publicKey: Uint8Array;
}

const ed25519 = Uint8Array.of(1);

export async function makeNoteKey(tools: ProofTools, name: string, publicKey: Uint8Array): Promise<NoteKey> {
  const hash = await tools.sha256(concatBytes(tools.encode(`${name}\n`), ed25519, publicKey));
  return { name, id: hash.subarray(0, 4), publicKey };
}

export function noteKeyText({ name, id, publicKey }: NoteKey): string {
  return `${name}+${toHex(id)}+${toBase64(concatBytes(ed25519, publicKey))}`;
}

/** Undefined unless the text is an Ed25519 key with the right id. */
export async function parseNoteKey(tools: ProofTools, text: string): Promise<NoteKey | undefined> {
  const [, name = '', , base64 = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  if (bytes?.length !== 33 || bytes[0] !== 1) return undefined;
  const key = await makeNoteKey(tools, name, bytes.subarray(1));
  return noteKeyText(key) === text ? key : undefined;
}

export interface NoteSignature {
  key: NoteKey;
  signature: Uint8Array;
}

/** The signed note: the text, an empty line, and for each signature a line with an em dash and the key's name. */
export function signedNote(text: string, signatures: readonly NoteSignature[]): string {
  const lines = signatures.map(({ key, signature }) => `— ${key.name} ${toBase64(concatBytes(key.id, signature))}\n`);
  return `${text}\n${lines.join('')}`;
}

/** The text of a note, without any check of its signatures. */
export const noteText = (note: string): string => note.slice(0, note.lastIndexOf('\n\n') + 1);

export interface OpenedNote {
  text: string;
  /** Those of the given keys that signed it. */
  signers: readonly NoteKey[];
  /** The number of further signature lines, such as those of other keys. */
  ignored: number;
}

/**
 * Undefined unless at least one of the keys has signed the note, or if the signature of one of them is wrong. Signatures of other keys are
 * ignored (c2sp.org/signed-note), so that a ledger can sign with a new key and an old one at once.
 */
export async function openNote(
  tools: ProofTools,
  note: string,
  keys: readonly NoteKey[],
): Promise<OpenedNote | undefined> {
  const text = noteText(note);
  const signers = new Set<NoteKey>();
  const lines = note.slice(text.length + 1).split('\n');
  if (lines.pop() !== '' || text === '') return undefined;
  for (const line of lines) {
    const [, name, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(base64);
    if (!name || !bytes) return undefined;
    const key = keys.find((candidate) => candidate.name === name && equalBytes(candidate.id, bytes.subarray(0, 4)));
    if (!key || signers.has(key)) continue;
    const isSigned = bytes.length === 68 && (await tools.verify(key.publicKey, tools.encode(text), bytes.subarray(4)));
    if (!isSigned) return undefined;
    signers.add(key);
  }
  return signers.size > 0 ? { text, signers: [...signers], ignored: lines.length - signers.size } : undefined;
}

/** The checkpoint in a note; undefined unless this key signed it for its own ledger, alone or with others. */
export async function openCheckpoint(tools: ProofTools, note: string, key: NoteKey): Promise<Checkpoint | undefined> {
  const opened = await openNote(tools, note, [key]);
  const checkpoint = opened && parseCheckpoint(opened.text);
  return checkpoint?.origin === key.name ? checkpoint : undefined;
}
