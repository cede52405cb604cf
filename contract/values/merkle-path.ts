import { equalBytes } from './bytes.ts';

/** A range of leaves: from `start` up to but not including `end`. */
export interface LeafRange {
  start: number;
  end: number;
}

/** The largest power of two that is smaller than `count`, which is at least 2. */
function leftPart(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}

/**
 * The subtrees whose hashes prove that leaf `index` is in a tree of `size` leaves, from the leaf to the root (RFC 9162, 2.1.3.1). The
 * index starts at 0.
 */
export function inclusionPath(index: number, size: number): LeafRange[] {
  const path: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + leftPart(end - start);
    if (index < middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  return path.reverse();
}

/** Splits a range into the subtrees of a Merkle tree, from left to right: each has 2^level leaves and starts at a multiple of that. */
export function perfectSubtrees({ start, end }: LeafRange): { level: number; position: number }[] {
  const parts: { level: number; position: number }[] = [];
  for (let at = start; at < end; ) {
    let [level, size] = [0, 1];
    while (at % (size * 2) === 0 && at + size * 2 <= end) {
      size *= 2;
      level += 1;
    }
    parts.push({ level, position: at / size });
    at += size;
  }
  return parts;
}

export interface Inclusion {
  leafHash: Uint8Array;
  index: number;
  size: number;
  /** The hashes of `inclusionPath`. */
  path: readonly Uint8Array[];
}

/** The root that an inclusion proof leads to; undefined if index, size and the length of the path do not fit together. */
export async function rootOfPath(
  { leafHash, index, size, path }: Inclusion,
  hashNode: (left: Uint8Array, right: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array | undefined> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return undefined;
  const siblings = inclusionPath(index, size);
  if (siblings.length !== path.length) return undefined;
  let hash = leafHash;
  for (const [step, { start }] of siblings.entries()) {
    const sibling = path[step] ?? new Uint8Array();
    hash = start > index ? await hashNode(hash, sibling) : await hashNode(sibling, hash);
  }
  return hash;
}

/**
 * The subtrees whose hashes prove that a tree of `size` leaves begins with the first `earlier` leaves unchanged (RFC 9162, 2.1.4.1).
 * `earlier` is at least 1 and at most `size`.
 */
export function consistencyPath(earlier: number, size: number): LeafRange[] {
  const path: LeafRange[] = [];
  let [start, end] = [0, size];
  while (earlier < end) {
    const middle = start + leftPart(end - start);
    if (earlier <= middle) {
      path.push({ start: middle, end });
      end = middle;
    } else {
      path.push({ start, end: middle });
      start = middle;
    }
  }
  // The verifier knows this subtree if it is the whole earlier tree.
  if (start > 0) path.push({ start, end });
  return path.reverse();
}

export interface Consistency {
  earlier: { size: number; rootHash: Uint8Array };
  later: { size: number; rootHash: Uint8Array };
  /** The hashes of `consistencyPath`. */
  path: readonly Uint8Array[];
}

/** Whether the later tree begins with all leaves of the earlier one, unchanged and in the same order (RFC 9162, 2.1.4.2). */
export async function isConsistent(
  { earlier, later, path }: Consistency,
  hashNode: (left: Uint8Array, right: Uint8Array) => Promise<Uint8Array>,
): Promise<boolean> {
  const sizes = [earlier.size, later.size];
  if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0) || earlier.size > later.size) return false;
  const ranges = consistencyPath(earlier.size, later.size);
  if (ranges.length !== path.length) return false;
  const sharedHash = ranges[0]?.end === earlier.size ? path[0] : undefined;
  // Both roots are built from the same hashes: one from those up to `earlier.size`, the other from all of them.
  let [before, after] = sharedHash ? [sharedHash, sharedHash] : [earlier.rootHash, earlier.rootHash];
  for (const [index, { start }] of [...ranges.entries()].slice(sharedHash ? 1 : 0)) {
    const hash = path[index] ?? new Uint8Array();
    if (start >= earlier.size) after = await hashNode(after, hash);
    else [before, after] = [await hashNode(hash, before), await hashNode(hash, after)];
  }
  return equalBytes(before, earlier.rootHash) && equalBytes(after, later.rootHash);
}
