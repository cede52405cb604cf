import { createHash } from 'node:crypto';
import { checkpointText, noTotals, noteKeyText } from '#contract/checkpoint.ts';
import { type KeyChange, keyChangeText } from '#contract/key-change.ts';
import { makeLedgerKey, openSigner, type Signer, signNote } from '#server/transparency/ledger-keys.ts';
import { addTotals, totalsOf } from '#server/transparency/ledger-totals.ts';
import { emptyRoot, firstLink, GrowingTree, hashLeaf, hashLink, noteHash } from '#server/transparency/merkle-tree.ts';
import type { SavedNote } from '#server/transparency/verify-keys.ts';
import { LedgerFault, verifyLedger } from '#server/transparency/verify-ledger.ts';

const entriesOf = (account: string, cents: number): [string, number][] => [
  ['clearing', cents],
  [account, -cents],
];

function recordOf(n: number, cents: number): string {
  const entries = entriesOf(`held:00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, cents);
  const about = { journal: n, kind: 'charge', cause: `payment:${n}`, subject: `pledge:${n}` };
  return JSON.stringify({ ...about, at: '2026-11-22T00:00:00.000000Z', entries, salt: 'ab'.repeat(32) });
}

export interface NextKey {
  signer: Signer;
  /** The key changes after this many journals, a multiple of `rootEvery` or 0. */
  after: number;
  /** False statements in the key change. */
  change?: Partial<KeyChange>;
  /** The old and the new key by default. */
  changeSigners?: readonly Signer[];
  /** Those of the later roots; both keys by default. */
  rootSigners?: readonly Signer[];
  /** The later roots name no key change, as if it had never been. */
  isConcealed?: boolean;
}

export interface ExportOptions {
  rootEvery?: number;
  next?: NextKey;
}

function writeKeyChange(old: Signer, tree: GrowingTree, { signer, change, changeSigners }: NextKey): string {
  const rootHash = (tree.size === 0 ? emptyRoot : tree.root()).toString('hex');
  const [oldKey, newKey] = [noteKeyText(old.noteKey), noteKeyText(signer.noteKey)];
  const about = { ledger: old.noteKey.name, number: 1, time: '2026-11-22T00:05:00Z', oldKey, newKey };
  return signNote(keyChangeText({ ...about, size: tree.size, rootHash, ...change }), changeSigners ?? [old, signer]);
}

/** Writes an export independently of the server's code. `amounts`: one journal each; a root follows every `rootEvery` journals. */
export function writeExport(signer: Signer, amounts: readonly number[], { rootEvery = 3, next }: ExportOptions = {}) {
  const tree = new GrowingTree();
  let [link, totals, previous] = [firstLink as Buffer, noTotals, undefined as string | undefined];
  const lines: string[] = [];
  let changed = next?.after === 0 ? writeKeyChange(signer, tree, next) : undefined;
  for (const [index, cents] of amounts.entries()) {
    const record = recordOf(index + 1, cents);
    const leaf = hashLeaf(Buffer.from(record));
    link = hashLink(link, leaf);
    tree.append(leaf);
    totals = addTotals(totals, totalsOf('charge', entriesOf('held:x', cents)));
    lines.push(`${link.toString('hex')} ${record}`);
    if (tree.size % rootEvery > 0) continue;
    if (next?.after === tree.size) changed = writeKeyChange(signer, tree, next);
    const signers = changed && next ? (next.rootSigners ?? [next.signer, signer]) : [signer];
    const note = signNote(
      checkpointText({
        origin: signer.noteKey.name,
        size: tree.size,
        rootHash: tree.root().toString('hex'),
        chainHash: link.toString('hex'),
        time: '2026-11-22T00:05:00Z',
        previous,
        keyChange: changed && !next?.isConcealed ? noteHash(changed) : undefined,
        totals,
      }),
      signers,
    );
    previous = noteHash(note);
    lines.push(`root ${JSON.stringify(note)}`);
  }
  const keyChanges = changed === undefined ? [] : [`key-change ${JSON.stringify(changed)}`];
  const head = `fanfare-ledger/1 ${noteKeyText(signer.noteKey)}`;
  return withNewEnd(`${[head, ...keyChanges, ...lines].join('\n')}\n`, amounts.length);
}

export async function* inParts(bytes: Buffer, size = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Undefined if the export verifies. */
export async function faultOf(
  bytes: Buffer,
  expectedKey?: string,
  saved: SavedNote[] = [],
): Promise<LedgerFault | undefined> {
  try {
    await verifyLedger(inParts(bytes), { expectedKey, saved });
    return undefined;
  } catch (error) {
    if (error instanceof LedgerFault) return error;
    throw error;
  }
}

/** The checksum at the end protects against accidents only: an attacker writes a new one. */
export const withoutEnd = (bytes: Buffer) => bytes.toString().replace(/end .*\n$/, '');
export function withNewEnd(body: string, count: number): Buffer {
  return Buffer.from(`${body}end ${count} ${createHash('sha256').update(body).digest('hex')}\n`);
}

/** A new key that signs notes under a name. */
export const newSigner = (name = 'fanfare-ledger/test'): Promise<Signer> => openSigner(name, makeLedgerKey());
