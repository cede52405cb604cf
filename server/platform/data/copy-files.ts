import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Files, ListedFile } from './files.ts';

export interface CopyReport {
  copied: number;
  copiedBytes: number;
  /** Files that were there before, with the same size. `verify` reads them, too. */
  kept: number;
  /** Keys whose bytes differ in the two places. */
  differing: string[];
  /** Files of `to` that `from` does not have. */
  extra: number;
}

export interface CopyOptions {
  /** Leaves files out. */
  isLeftOut: (key: string) => boolean;
  /** Also compares the bytes of files that are in both places. */
  verify?: boolean;
  /** Deletes the files of `to` that `from` does not have, unless bytes differ or `from` has no files. */
  removeExtra?: boolean;
}

/**
 * Copies every file from one place to the other and reads each copy back. Changes nothing in `from`. Safe to end at any moment and to
 * repeat, because both places store a file whole or not at all; a repetition copies only missing files, and files of another size.
 */
export async function copyFiles(from: Files, to: Files, options: CopyOptions): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, copiedBytes: 0, kept: 0, differing: [], extra: 0 };
  for await (const file of from.list()) {
    if (options.isLeftOut(file.key)) continue;
    const outcome = await copyFile({ from, to }, file, options.verify ?? false);
    if (outcome === 'differs') report.differing.push(file.key);
    if (outcome === 'kept') report.kept += 1;
    if (outcome !== 'copied') continue;
    report.copied += 1;
    report.copiedBytes += file.sizeBytes;
  }
  // An empty source is more likely a wrong setting than an installation without files.
  const isPlausible = report.differing.length === 0 && report.copied + report.kept > 0;
  const remove = options.removeExtra === true && isPlausible;
  report.extra = await countExtra(from, to, { isLeftOut: options.isLeftOut, remove });
  return report;
}

async function countExtra(
  from: Files,
  to: Files,
  { isLeftOut, remove }: Pick<CopyOptions, 'isLeftOut'> & { remove: boolean },
): Promise<number> {
  let extra = 0;
  for await (const { key } of to.list()) {
    if (isLeftOut(key) || (await from.stat(key))) continue;
    extra += 1;
    if (remove) await to.remove(key);
  }
  return extra;
}

type Outcome = 'copied' | 'kept' | 'differs' | 'gone';

async function copyFile(
  { from, to }: Record<'from' | 'to', Files>,
  file: ListedFile,
  verify: boolean,
): Promise<Outcome> {
  const { key, sizeBytes } = file;
  const isThere = (await to.stat(key))?.sizeBytes === sizeBytes;
  if (isThere && !verify) return 'kept';
  const opened = await from.openWhole(key);
  // The server may have deleted it since it was listed.
  if (!opened) return 'gone';
  if (isThere) return (await hashOf(opened.data)) === (await hashOf(to.open(key))) ? 'kept' : 'differs';
  const { sha256 } = await to.put(key, opened.data);
  if ((await hashOf(to.open(key))) === sha256) return 'copied';
  await to.remove(key);
  return 'differs';
}

async function hashOf(data: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of data) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
