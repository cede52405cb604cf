import { setTimeout as sleep } from 'node:timers/promises';
import { consistencyPath, inclusionPath, type LeafRange, perfectSubtrees } from '#contract/values/merkle-path.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { countSubtrees, insertSubtrees, listLeafHashes, listSubtrees } from './chain.sql.ts';
import { foldPerfect, joinPeaks } from './merkle-tree.ts';
import { lockRoots } from './roots.sql.ts';

const restMaxMs = 1000;

/**
 * Returns a function to call before each step of a long computation. It rests as long as the step before took, so that fans who pledge
 * in the meantime get at least half of the processor and of the database.
 */
export function createPace(): () => Promise<void> {
  let begin: number | undefined;
  return async () => {
    if (begin !== undefined) await sleep(Math.min(performance.now() - begin, restMaxMs));
    begin = performance.now();
  };
}

/** Subtrees are stored at every eighth level: 256 children each. */
const step = 8;
const children = 2 ** step;
/** The number of subtrees that are computed at once: 4 × 256 hashes keep this process busy for a few milliseconds. */
const together = 4;

function listLevel(sql: Connection, level: number, start: number, end: number): Promise<Buffer[]> {
  return level === 0 ? listLeafHashes(sql, start, end) : listSubtrees(sql, level, start, end);
}

/**
 * Stores the complete subtrees of a tree with `size` leaves that are not stored yet. Each step is a short transaction: a long one would
 * keep PostgreSQL from removing old versions of the rows that pledges update many times a second. Subtrees of the chain never change, so
 * those of an interrupted call remain valid.
 */
export async function storeSubtrees({ db }: Pick<Platform, 'db'>, size: number): Promise<void> {
  const rest = createPace();
  for (let level = step; 2 ** level <= size; level += step) {
    const complete = Math.floor(size / 2 ** level);
    while ((await countSubtrees(db.sql, level)) < complete) {
      await rest();
      await db.tx((tx) => storeNext(tx, level, complete));
    }
  }
}

/** Stores the next few subtrees of a level. Nodes take turns. */
async function storeNext(tx: Tx, level: number, complete: number): Promise<void> {
  await lockRoots(tx);
  const at = await countSubtrees(tx, level);
  const until = Math.min(at + together, complete);
  if (until <= at) return;
  const below = await listLevel(tx, level - step, at * children, until * children);
  const subtrees = Array.from({ length: until - at }, (_, index) => ({
    level,
    position: at + index,
    hash: foldPerfect(below.slice(index * children, (index + 1) * children)),
  }));
  await insertSubtrees(tx, subtrees);
}

async function hashPerfect(sql: Connection, level: number, position: number): Promise<Buffer> {
  const stored = level - (level % step);
  const width = 2 ** (level - stored);
  const hashes = await listLevel(sql, stored, position * width, (position + 1) * width);
  if (hashes.length !== width) throw new Error(`the subtrees of level ${stored} are incomplete`);
  return foldPerfect(hashes);
}

/** The hash of a range that is a subtree of a tree whose complete subtrees are stored. */
export async function hashRange(sql: Connection, range: LeafRange): Promise<Buffer> {
  const peaks: Buffer[] = [];
  for (const { level, position } of perfectSubtrees(range)) peaks.push(await hashPerfect(sql, level, position));
  return joinPeaks(peaks);
}

const hashAll = async (sql: Connection, ranges: LeafRange[]): Promise<Buffer[]> => {
  const hashes: Buffer[] = [];
  for (const range of ranges) hashes.push(await hashRange(sql, range));
  return hashes;
};

/** The hashes that connect a leaf to the root of a tree whose complete subtrees are stored. */
export const hashPath = (sql: Connection, index: number, size: number): Promise<Buffer[]> =>
  hashAll(sql, inclusionPath(index, size));

/** The hashes that connect an earlier root to the root of such a tree. */
export const hashConsistency = (sql: Connection, earlier: number, size: number): Promise<Buffer[]> =>
  hashAll(sql, consistencyPath(earlier, size));
