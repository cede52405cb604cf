import { type Checkpoint, checkpointText, noTotals, parseCheckpoint } from '#contract/checkpoint.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findLastLink } from './chain.sql.ts';
import { chainJournals } from './chain-journals.ts';
import { postRootJob, saveRootJob } from './job-kinds.ts';
import { addTotals } from './ledger-totals.ts';
import { hashRange, storeSubtrees } from './ledger-tree.ts';
import { noteHash } from './merkle-tree.ts';
import { findLatestRoot, insertRoot, lockRoots, type StoredRoot } from './roots.sql.ts';
import { readSigningKey } from './signing-key.ts';
import { sumBetween } from './sum-totals.ts';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Signs and stores a root over all chained journals, and enqueues the copies for other places. Returns undefined while the ledger is empty and,
 * with `daily`, if this day (in UTC, by the database's clock) has a root. Nodes take turns, so a day never gets a second daily root.
 */
export async function publishRoot(
  context: Platform,
  { daily = false, signal }: { daily?: boolean; signal?: AbortSignal } = {},
): Promise<Checkpoint | undefined> {
  await chainJournals(context, signal);
  const { noteKey, sign } = await readSigningKey(context);
  for (;;) {
    signal?.throwIfAborted();
    const previous = await findLatestRoot(context.db.sql);
    const summary = await summarize(context, { previous, origin: noteKey.name });
    if (!summary) return undefined;
    const outcome = await context.db.tx(async (tx) => {
      await lockRoots(tx);
      const latest = await findLatestRoot(tx);
      const now = await databaseNow(tx);
      if (daily && latest && dayOf(latest.publishedAt) === dayOf(now)) return 'is_done';
      // Another node has published since then.
      if (latest?.id !== previous?.id) return 'again';
      const checkpoint = { ...summary, time: `${now.toISOString().slice(0, 19)}Z` };
      const note = sign(checkpointText(checkpoint));
      const root = { size: summary.size, rootHash: Buffer.from(summary.rootHash, 'hex'), note, publishedAt: now };
      await enqueueCopies(context, tx, await insertRoot(tx, root));
      return checkpoint;
    });
    if (outcome === 'is_done') return undefined;
    if (outcome !== 'again') return outcome;
  }
}

/** Everything of the next root but its time. Takes long for a large ledger, so it runs outside of the transaction that publishes. */
async function summarize(
  context: Platform,
  { previous, origin }: { previous: StoredRoot | undefined; origin: string },
): Promise<Omit<Checkpoint, 'time'> | undefined> {
  const { sql } = context.db;
  const last = await findLastLink(sql);
  if (!last) return undefined;
  const size = last.position + 1;
  await storeSubtrees(context, size);
  const before = previous ? checkpointOf(previous).totals : noTotals;
  return {
    origin,
    size,
    rootHash: (await hashRange(sql, { start: 0, end: size })).toString('hex'),
    chainHash: last.chainHash.toString('hex'),
    previous: previous && noteHash(previous.note),
    totals: addTotals(before, await sumBetween(sql, previous?.size ?? 0, size)),
  };
}

/** The content of a stored root. The signature is checked by `cli check`. */
export function checkpointOf({ id, note }: StoredRoot): Checkpoint {
  const checkpoint = parseCheckpoint(note.slice(0, note.lastIndexOf('\n\n') + 1));
  if (!checkpoint) throw new Error(`root ${id} is malformed`);
  return checkpoint;
}

/** Enqueued with the root itself, so that no crash loses a copy. */
async function enqueueCopies({ config, jobs }: Platform, tx: Tx, rootId: number): Promise<void> {
  if (config.ledgerRoots.folder) await jobs.enqueue(tx, saveRootJob, { rootId });
  if (config.ledgerRoots.url) await jobs.enqueue(tx, postRootJob, { rootId });
}
