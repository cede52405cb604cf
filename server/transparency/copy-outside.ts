import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '#server/platform/platform.ts';
import { findKeyChange } from './key-changes.sql.ts';
import { noteHash } from './merkle-tree.ts';
import { checkpointOf } from './publish-root.ts';
import { findRoot } from './roots.sql.ts';

const postWithinMs = 10_000;
const hashDigits = 16;

/** A published text and the name of its file, which is the same for every attempt. */
interface Copy {
  fileName: string;
  note: string;
}

/**
 * The name ends with the beginning of the text's hash, so that no other text replaces a copy: after a restore, the numbers of roots and key
 * changes repeat.
 */
const copyOf = (name: string, at: string, note: string): Copy => ({
  fileName: `${name}-${at.slice(0, 10)}-${noteHash(note).slice(0, hashDigits)}.txt`,
  note,
});

/** "root-12-2026-11-22-91ab37c05d2e8f14.txt". */
async function copyOfRoot({ db }: Platform, rootId: number): Promise<Copy> {
  const root = await findRoot(db.sql, rootId);
  if (!root) throw new Error(`root ${rootId} does not exist`);
  return copyOf(`root-${root.id}`, checkpointOf(root).time, root.note);
}

/** "key-change-1-2026-11-22-91ab37c05d2e8f14.txt". */
async function copyOfKeyChange({ db }: Platform, number: number): Promise<Copy> {
  const change = await findKeyChange(db.sql, number);
  if (!change) throw new Error(`key change ${number} does not exist`);
  return copyOf(`key-change-${number}`, change.changedAt.toISOString(), change.note);
}

/** Writes to LEDGER_ROOTS_FOLDER. Repeating the call is harmless, and a crash leaves no partial file under the final name. */
async function save({ config }: Platform, { fileName, note }: Copy): Promise<void> {
  const { folder } = config.ledgerRoots;
  // The setting may have been removed since the text was published.
  if (!folder) return;
  const path = join(folder, fileName);
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.part`, note);
  await rename(`${path}.part`, path);
}

/** Posts to LEDGER_ROOTS_URL. A text may arrive more than once, each time with the same Idempotency-Key. Throws unless it is accepted. */
async function post({ config }: Platform, { fileName, note }: Copy): Promise<void> {
  const { url } = config.ledgerRoots;
  if (!url) return;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', 'idempotency-key': fileName },
    body: note,
    redirect: 'error',
    signal: AbortSignal.timeout(postWithinMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`LEDGER_ROOTS_URL answered with ${response.status}`);
}

export const saveRoot = async (context: Platform, rootId: number): Promise<void> =>
  save(context, await copyOfRoot(context, rootId));

export const postRoot = async (context: Platform, rootId: number): Promise<void> =>
  post(context, await copyOfRoot(context, rootId));

export const saveKeyChange = async (context: Platform, number: number): Promise<void> =>
  save(context, await copyOfKeyChange(context, number));

export const postKeyChange = async (context: Platform, number: number): Promise<void> =>
  post(context, await copyOfKeyChange(context, number));
