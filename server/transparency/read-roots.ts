import type { OutputOf } from '#contract/endpoint.ts';
import type { getTransparency, LedgerKeyChange, LedgerRoot, listLedgerRoots } from '#contract/transparency.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hasJournals } from './chain.sql.ts';
import { type PublishedKeyChange, publicKeysOf, readSigningKeys } from './ledger-keys.ts';
import { checkpointOf } from './publish-root.ts';
import { findLatestRoot, listRootPage, type StoredRoot } from './roots.sql.ts';

/** Roots are published daily at this minute after midnight UTC. */
export const dailyRootMinute = 5;

/** The next time at which a daily root is published. */
export function nextDailyRoot(now: Date): Date {
  const at = (day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + day, 0, dailyRootMinute));
  return now < at(0) ? at(0) : at(1);
}

const pageSize = 30;

function showRoot(root: StoredRoot): LedgerRoot {
  const { id, size, note, publishedAt } = root;
  const { rootHash, totals } = checkpointOf(root);
  return { id, size, rootHash, publishedAt: publishedAt.toISOString(), totals, note };
}

const showKeyChange = ({ number, time, oldKey, newKey, size, note }: PublishedKeyChange): LedgerKeyChange => ({
  number,
  changedAt: time,
  oldKey,
  newKey,
  size,
  note,
});

/** The public key of the ledger with its changes, its newest root, and the time of the next one. */
export async function readTransparency(context: Platform): Promise<OutputOf<typeof getTransparency>> {
  // The root first: a rotation between the statements must not leave it without its key.
  const latest = await findLatestRoot(context.db.sql);
  const keys = await readSigningKeys(context.db.sql);
  const next = (await hasJournals(context.db.sql)) ? nextDailyRoot(await databaseNow(context.db.sql)) : null;
  return {
    key: publicKeysOf(keys).key,
    keyChanges: keys.changes.map(showKeyChange),
    latest: latest ? showRoot(latest) : null,
    nextRootAt: next?.toISOString() ?? null,
  };
}

/** A page of the published roots, the newest first. */
export async function listRoots(
  { db }: Platform,
  { page }: { page: number },
): Promise<OutputOf<typeof listLedgerRoots>> {
  const { rows, totalCount } = await listRootPage(db.sql, { limit: pageSize, offset: (page - 1) * pageSize });
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  return { items: rows.map(showRoot), pagination: { page, pageSize, totalCount, totalPages } };
}
