import {
  type Checkpoint,
  checkpointText,
  noTotals,
  noteKeyText,
  noteText,
  openCheckpoint,
  parseCheckpoint,
} from '#contract/checkpoint.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findLastLink } from './chain.sql.ts';
import { chainJournals } from './chain-journals.ts';
import { postRootJob, saveRootJob } from './job-kinds.ts';
import { readSigningKeys, signNote } from './ledger-keys.ts';
import { addTotals } from './ledger-totals.ts';
import { hashRange, storeSubtrees } from './ledger-tree.ts';
import { emptyRoot, noteHash, proofTools } from './merkle-tree.ts';
import { findLatestRoot, insertRoot, lockRoots, type StoredRoot } from './roots.sql.ts';
import { sumBetween } from './sum-totals.ts';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The books under a root. Size 0 while the ledger is empty, which has no root. */
export interface PublishedTree {
  size: number;
  /** Hexadecimal. */
  rootHash: string;
  now: Date;
}

export interface PublishOptions {
  daily?: boolean;
  signal?: AbortSignal;
  /** Runs in the transaction that publishes, before the root is signed; also while the ledger is empty. */
  before?: (tx: Tx, tree: PublishedTree) => Promise<void>;
}

/**
 * Signs and stores a root over all chained journals, and enqueues the copies for other places. Returns undefined while the ledger is empty and,
 * with `daily`, if this day (in UTC, by the database's clock) has a root. Nodes take turns, so a day never gets a second daily root.
 */
export async function publishRoot(
  context: Platform,
  { daily = false, signal, before }: PublishOptions = {},
): Promise<Checkpoint | undefined> {
  await chainJournals(context, signal);
  for (;;) {
    signal?.throwIfAborted();
    const previous = await findLatestRoot(context.db.sql);
    const summary = await summarize(context, previous);
    if (!summary && !before) return undefined;
    const outcome = await context.db.tx(async (tx) => {
      await lockRoots(tx);
      const latest = await findLatestRoot(tx);
      const now = await databaseNow(tx);
      if (daily && latest && dayOf(latest.publishedAt) === dayOf(now)) return 'is_done';
      // Another node has published since then.
      if (latest?.id !== previous?.id) return 'again';
      await assertKeyIsPublished(tx, latest);
      await before?.(tx, { size: summary?.size ?? 0, rootHash: summary?.rootHash ?? emptyRoot.toString('hex'), now });
      return summary ? signAndStore(context, tx, { summary, now }) : 'is_done';
    });
    if (outcome === 'is_done') return undefined;
    if (outcome !== 'again') return outcome;
  }
}

type Summary = Omit<Checkpoint, 'origin' | 'time' | 'keyChange'>;

/** The keys are read under the lock of the roots, which a rotation holds too: no root has an older key than the one before. */
async function signAndStore(
  context: InTransaction<Platform>,
  tx: Tx,
  { summary, now }: { summary: Summary; now: Date },
): Promise<Checkpoint> {
  const { name, signers, changes } = await readSigningKeys(tx);
  const change = changes.at(-1);
  const time = `${now.toISOString().slice(0, 19)}Z`;
  const checkpoint = { ...summary, origin: name, time, keyChange: change && noteHash(change.note) };
  const note = signNote(checkpointText(checkpoint), signers);
  const root = { size: summary.size, rootHash: Buffer.from(summary.rootHash, 'hex'), note, publishedAt: now };
  await enqueueCopies(context, tx, await insertRoot(tx, root));
  return checkpoint;
}

/**
 * Neither roots nor key changes can be changed, so one that no published key signed would make the books invalid permanently. `latest`: the newest
 * root, if there is one.
 */
async function assertKeyIsPublished(tx: Tx, latest: StoredRoot | undefined): Promise<void> {
  const { current, changes } = await readSigningKeys(tx);
  const newest = changes.at(-1);
  const isPublished = newest
    ? newest.newKey === noteKeyText(current.noteKey)
    : !latest || (await openCheckpoint(proofTools, latest.note, current.noteKey)) !== undefined;
  if (isPublished) return;
  throw new Error(
    'The stored ledger_key is not the key that signed the roots so far. Restore the table installation_secrets from a backup.',
  );
}

/** The next root without its time and keys. Takes long for a large ledger, so it runs outside of the transaction that publishes. */
async function summarize(context: Platform, previous: StoredRoot | undefined): Promise<Summary | undefined> {
  const { sql } = context.db;
  const last = await findLastLink(sql);
  if (!last) return undefined;
  const size = last.position + 1;
  await storeSubtrees(context, size);
  const before = previous ? checkpointOf(previous).totals : noTotals;
  return {
    size,
    rootHash: (await hashRange(sql, { start: 0, end: size })).toString('hex'),
    chainHash: last.chainHash.toString('hex'),
    previous: previous && noteHash(previous.note),
    totals: addTotals(before, await sumBetween(sql, previous?.size ?? 0, size)),
  };
}

/** The content of a stored root. The signature is checked by `cli check`. */
export function checkpointOf({ id, note }: StoredRoot): Checkpoint {
  const checkpoint = parseCheckpoint(noteText(note));
  if (!checkpoint) throw new Error(`root ${id} is malformed`);
  return checkpoint;
}

/** Enqueued with the root itself, so that no crash loses a copy. */
async function enqueueCopies({ config, jobs }: InTransaction<Platform>, tx: Tx, rootId: number): Promise<void> {
  if (config.ledgerRoots.folder) await jobs.enqueue(tx, saveRootJob, { rootId });
  if (config.ledgerRoots.url) await jobs.enqueue(tx, postRootJob, { rootId });
}
