import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#server/platform/platform.ts';
import { checkpointOf } from './publish-root.ts';
import { findRoot, type StoredRoot } from './roots.sql.ts';

const postWithinMs = 10_000;

/** "root-12-2026-11-22.txt": the same for every attempt. */
const fileNameOf = (root: StoredRoot) => `root-${root.id}-${checkpointOf(root).time.slice(0, 10)}.txt`;

async function rootOf({ db }: Platform, rootId: number): Promise<StoredRoot> {
  const root = await findRoot(db.sql, rootId);
  if (!root) throw new Error(`root ${rootId} does not exist`);
  return root;
}

/** Writes a root to LEDGER_ROOTS_FOLDER. Repeating the call is harmless, and a crash leaves no partial file under the final name. */
export async function saveRoot(context: Platform, rootId: number): Promise<void> {
  const { folder } = context.config.ledgerRoots;
  // The setting may have been removed since the root was published.
  if (!folder) return;
  const root = await rootOf(context, rootId);
  const path = join(folder, fileNameOf(root));
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.part`, root.note);
  await rename(`${path}.part`, path);
}

/** Posts a root to LEDGER_ROOTS_URL. It may arrive more than once, each time with the same Idempotency-Key. Throws unless it is accepted. */
export async function postRoot(context: Platform, rootId: number): Promise<void> {
  const { url } = context.config.ledgerRoots;
  if (!url) return;
  const root = await rootOf(context, rootId);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', 'idempotency-key': fileNameOf(root) },
    body: root.note,
    redirect: 'error',
    signal: AbortSignal.timeout(postWithinMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`LEDGER_ROOTS_URL answered with ${response.status}`);
}
