import { fromBase64, fromHex, toBase64, toHex } from '#contract/values/bytes.ts';
import {
  type Checkpoint,
  type NoteKey,
  noteKeyText,
  noteText,
  openNote,
  type ProofTools,
  parseCheckpoint,
  parseNoteKey,
} from './checkpoint.ts';

/**
 * The statement that a new key succeeds the one that signed the roots so far: a signed note with the signatures of both. A person who trusts the
 * old key verifies the new one with it, also long after the old private key is gone. docs/transparency.md describes the format.
 */
export interface KeyChange {
  /** The name of the ledger, which every key of it has. */
  ledger: string;
  /** 1 for the first change of this ledger's key. */
  number: number;
  /** ISO 8601 in UTC, to the second. */
  time: string;
  /** As `noteKeyText` writes them. */
  oldKey: string;
  newKey: string;
  /** The tree of the root that is published with this change. Size 0 while the ledger is empty. */
  size: number;
  /** Hexadecimal. */
  rootHash: string;
  /** Hexadecimal: the SHA-256 of the key change before. Undefined for the first one. */
  previous?: string | undefined;
}

/** The first line of a key change. No ledger has this name, so a key change is never a root. */
const keyChangeFormat = 'fanfare-key-change/1';

export const isKeyChangeNote = (note: string): boolean => note.startsWith(`${keyChangeFormat}\n`);

/** The text that both keys sign. It ends with a line break. */
export function keyChangeText(change: KeyChange): string {
  const { ledger, number, time, oldKey, newKey, size, rootHash, previous } = change;
  const lines = [keyChangeFormat, `ledger ${ledger}`, `number ${number}`, `time ${time}`];
  lines.push(`old-key ${oldKey}`, `new-key ${newKey}`, `size ${size}`);
  lines.push(`root ${toBase64(fromHex(rootHash) ?? new Uint8Array())}`);
  if (previous) lines.push(`previous ${previous}`);
  return `${lines.join('\n')}\n`;
}

/** Undefined unless the text is exactly the one that `keyChangeText` writes. */
export function parseKeyChange(text: string): KeyChange | undefined {
  const values = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
  const lineOf = (name: string) => values.get(name) ?? '';
  const change: KeyChange = {
    ledger: lineOf('ledger'),
    number: Number(lineOf('number')),
    time: lineOf('time'),
    oldKey: lineOf('old-key'),
    newKey: lineOf('new-key'),
    size: Number(lineOf('size')),
    rootHash: toHex(fromBase64(lineOf('root')) ?? new Uint8Array()),
    previous: values.get('previous'),
  };
  const isWhole = [change.number, change.size].every(Number.isSafeInteger) && change.rootHash.length === 64;
  return isWhole && keyChangeText(change) === text ? change : undefined;
}

export const hashNote = async (tools: ProofTools, note: string): Promise<string> =>
  toHex(await tools.sha256(tools.encode(note)));

export interface OpenedKeyChange extends KeyChange {
  /** Hexadecimal: the SHA-256 of the note, by which later roots and the next change name this one. */
  hash: string;
}

/** Every key that a ledger has had, and the changes between them, the oldest first: change 1 leads from key 0 to key 1. */
export interface LedgerKeys {
  keys: readonly NoteKey[];
  changes: readonly OpenedKeyChange[];
}

/** The keys of a ledger whose key never changed. */
export const onlyKey = (key: NoteKey): LedgerKeys => ({ keys: [key], changes: [] });

/** Adds the next change. Undefined unless it follows the one before, the books did not shrink, and both of its keys signed it. */
export async function addKeyChange(
  tools: ProofTools,
  { keys, changes }: LedgerKeys,
  note: string,
): Promise<LedgerKeys | undefined> {
  const change = parseKeyChange(noteText(note));
  const [oldKey, last] = [keys.at(-1), changes.at(-1)];
  const newKey = change && (await parseNoteKey(tools, change.newKey));
  if (!change || !oldKey || !newKey) return undefined;
  const follows =
    change.number === changes.length + 1 &&
    change.previous === last?.hash &&
    change.size >= (last?.size ?? 0) &&
    change.oldKey === noteKeyText(oldKey) &&
    [oldKey, newKey].every(({ name }) => name === change.ledger) &&
    keys.every((key) => noteKeyText(key) !== change.newKey);
  if (!follows) return undefined;
  const opened = await openNote(tools, note, [oldKey, newKey]);
  if (opened?.signers.length !== 2 || opened.ignored > 0) return undefined;
  return { keys: [...keys, newKey], changes: [...changes, { ...change, hash: await hashNote(tools, note) }] };
}

/** A key change that does not lead from the keys before it to the next one. */
export class KeyChangeRefused extends Error {
  /** 0 if no change leads from the key that the caller trusts, or to it. */
  readonly number: number;
  constructor(number: number) {
    super(number === 0 ? 'the key is none of this ledger' : `key change ${number} is refused`);
    this.name = 'KeyChangeRefused';
    this.number = number;
  }
}

/**
 * Verifies all key changes of a ledger, the oldest first, for a caller who trusts one of its keys: the first, the newest, or one between.
 * Throws `KeyChangeRefused`.
 */
export async function openKeyChanges(
  tools: ProofTools,
  trusted: NoteKey,
  notes: readonly string[],
): Promise<LedgerKeys> {
  const [oldest] = notes;
  const first =
    oldest === undefined ? trusted : await parseNoteKey(tools, parseKeyChange(noteText(oldest))?.oldKey ?? '');
  if (!first) throw new KeyChangeRefused(1);
  let keys = onlyKey(first);
  for (const [index, note] of notes.entries()) {
    const next = await addKeyChange(tools, keys, note);
    if (!next) throw new KeyChangeRefused(index + 1);
    keys = next;
  }
  if (!hasKey(keys, noteKeyText(trusted))) throw new KeyChangeRefused(0);
  return keys;
}

export const hasKey = ({ keys }: LedgerKeys, text: string): boolean => keys.some((key) => noteKeyText(key) === text);

/**
 * The number of the key change that a root names; 0 for none. Undefined if the ledger has no such change. It never falls from one root to
 * the next.
 */
export function keyChangeNumber({ keyChange }: Checkpoint, { changes }: LedgerKeys): number | undefined {
  if (keyChange === undefined) return 0;
  return changes.find(({ hash }) => hash === keyChange)?.number;
}

/**
 * The root in a note. Undefined unless the key of its time signed it: the one of the key change that it names. A root that covers more than
 * the next key change, or is younger, needs the next key, so a key that was replaced signs nothing new. Only the ledger's keys may
 * sign, so that any changed byte is noticed.
 */
export async function openRoot(
  tools: ProofTools,
  note: string,
  { keys, changes }: LedgerKeys,
): Promise<Checkpoint | undefined> {
  const opened = await openNote(tools, note, keys);
  const root = opened?.ignored === 0 ? parseCheckpoint(opened.text) : undefined;
  if (!opened || !root) return undefined;
  const at = keyChangeNumber(root, { keys, changes });
  if (at === undefined) return undefined;
  const [key, before, next] = [keys[at], changes[at - 1], changes[at]];
  const isInTime = root.size >= (before?.size ?? 0) && (!next || (root.size <= next.size && root.time <= next.time));
  return key && opened.signers.includes(key) && root.origin === key.name && isInTime ? root : undefined;
}
