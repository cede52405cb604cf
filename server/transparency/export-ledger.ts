import { createHash } from 'node:crypto';
import type { Platform } from '#server/platform/platform.ts';
import { findLastLink, listRecords } from './chain.sql.ts';
import { chainJournals } from './chain-journals.ts';
import { publicKeysOf, readSigningKeys } from './ledger-keys.ts';
import { listAllRoots } from './roots.sql.ts';

/** The first word of an export. docs/transparency.md describes the lines. */
export const exportFormat = 'fanfare-ledger/1';
const batch = 2000;

/**
 * Writes the whole ledger as text that anyone can verify without the database: the key, its changes, every journal in the order of the
 * chain, every root after its last journal, and a checksum. Yields parts of about half a megabyte. Contains no names, emails or cards.
 */
export async function* exportLedger(context: Pick<Platform, 'db'>): AsyncGenerator<Buffer> {
  await chainJournals(context);
  const { sql } = context.db;
  // Roots, keys, journals: what is published meanwhile refers only to what is read later.
  const roots = await listAllRoots(sql);
  const keys = await readSigningKeys(sql);
  const size = ((await findLastLink(sql))?.position ?? -1) + 1;
  const checksum = createHash('sha256');
  const part = (lines: readonly string[]): Buffer => {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    checksum.update(bytes);
    return bytes;
  };
  const keyChanges = keys.changes.map(({ note }) => `key-change ${JSON.stringify(note)}`);
  yield part([`${exportFormat} ${publicKeysOf(keys).firstKey}`, ...keyChanges]);
  for (let at = 0; at < size; at += batch) {
    const lines: string[] = [];
    for (const { position, chainHash, record } of await listRecords(sql, at, Math.min(at + batch, size))) {
      lines.push(`${chainHash} ${record}`);
      while (roots[0]?.size === position + 1) lines.push(`root ${JSON.stringify(roots.shift()?.note)}`);
    }
    yield part(lines);
  }
  // A root that fits no position is a fault, which the verification reports.
  if (roots.length > 0) yield part(roots.map(({ note }) => `root ${JSON.stringify(note)}`));
  yield Buffer.from(`end ${size} ${checksum.digest('hex')}\n`);
}
