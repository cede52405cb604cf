import { noteKeyText } from '#contract/checkpoint.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { getTransparency, LedgerRoot, listLedgerRoots } from '#contract/transparency.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hasJournals } from './chain.sql.ts';
import { nextDailyRoot } from './daily-root-time.ts';
import { checkpointOf } from './publish-root.ts';
import { findLatestRoot, listRootPage, type StoredRoot } from './roots.sql.ts';
import { readSigningKey } from './signing-key.ts';

const pageSize = 30;

function showRoot(root: StoredRoot): LedgerRoot {
  const { id, size, note, publishedAt } = root;
  const { rootHash, totals } = checkpointOf(root);
  return { id, size, rootHash, publishedAt: publishedAt.toISOString(), totals, note };
}

/** The public key of the ledger, its newest root, and the time of the next one. */
export async function readTransparency(context: Platform): Promise<OutputOf<typeof getTransparency>> {
  const { noteKey } = await readSigningKey(context);
  const latest = await findLatestRoot(context.db.sql);
  const next = (await hasJournals(context.db.sql)) ? nextDailyRoot(await databaseNow(context.db.sql)) : null;
  return {
    key: noteKeyText(noteKey),
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
