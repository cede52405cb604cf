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
  return context.db.tx(async (tx) => {
    await lockRoots(tx);
    const previous = await findLatestRoot(tx);
    const now = await databaseNow(tx);
    if (daily && previous && dayOf(previous.publishedAt) === dayOf(now)) return undefined;
    const checkpoint = await summarize(tx, { previous, origin: noteKey.name, now });
    if (!checkpoint) return undefined;
    const { size, rootHash } = checkpoint;
    const note = sign(checkpointText(checkpoint));
    const root = { size, rootHash: Buffer.from(rootHash, 'hex'), note, publishedAt: now };
    await enqueueCopies(context, tx, await insertRoot(tx, root));
    return checkpoint;
  });
}

async function summarize(
  tx: Tx,
  { previous, origin, now }: { previous: StoredRoot | undefined; origin: string; now: Date },
): Promise<Checkpoint | undefined> {
  const last = await findLastLink(tx);
  if (!last) return undefined;
  const size = last.position + 1;
  await storeSubtrees(tx, size);
  const before = previous ? checkpointOf(previous).totals : noTotals;
  return {
    origin,
    size,
    rootHash: (await hashRange(tx, { start: 0, end: size })).toString('hex'),
    chainHash: last.chainHash.toString('hex'),
    time: `${now.toISOString().slice(0, 19)}Z`,
    previous: previous && noteHash(previous.note),
    totals: addTotals(before, await sumBetween(tx, previous?.size ?? 0, size)),
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
