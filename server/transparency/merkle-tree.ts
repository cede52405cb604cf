import { createPublicKey, hash, verify } from 'node:crypto';
import type { ProofTools } from '#contract/checkpoint.ts';

const leafPrefix = Buffer.of(0);
const nodePrefix = Buffer.of(1);
const chainPrefix = Buffer.of(2);

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');

/** RFC 9162, 2.1.1. */
export const hashLeaf = (record: Uint8Array): Buffer => sha256(leafPrefix, record);
export const hashNode = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right);

/** The hash of a position of the chain, as in the database function `ledger_chain_hash`. */
export const hashLink = (previous: Uint8Array, leafHash: Uint8Array): Buffer => sha256(chainPrefix, previous, leafHash);

/** Names a signed root in the one after it. Hexadecimal. */
export const noteHash = (note: string): string => sha256(Buffer.from(note)).toString('hex');

/** The hash before the first position. */
export const firstLink = Buffer.alloc(32);

/** The root of a tree without leaves (RFC 9162, 2.1.1). */
export const emptyRoot = sha256();

/** The root of a subtree with 2^n children. */
export function foldPerfect(children: readonly Buffer[]): Buffer {
  let level = [...children];
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (!left || !right) throw new Error(`${children.length} hashes are not a perfect subtree`);
      above.push(hashNode(left, right));
    }
    level = above;
  }
  const [root] = level;
  if (!root) throw new Error('a subtree has at least one leaf');
  return root;
}

/** Joins the roots of perfect subtrees, from the largest to the smallest, to the root of their tree (RFC 9162, 2.1.1). */
export function joinPeaks(peaks: readonly Buffer[]): Buffer {
  return peaks.toReversed().reduce((right, left) => hashNode(left, right));
}

/** A Merkle tree that grows leaf by leaf and keeps only the roots of its perfect subtrees: at most one hash per level. */
export class GrowingTree {
  size = 0;
  readonly #peaks: Buffer[] = [];

  append(leafHash: Buffer): void {
    let hashed = leafHash;
    for (let count = this.size; count % 2 === 1; count = (count - 1) / 2) {
      hashed = hashNode(this.#peaks.pop() ?? firstLink, hashed);
    }
    this.#peaks.push(hashed);
    this.size += 1;
  }

  /** The tree must have a leaf. */
  root(): Buffer {
    return joinPeaks(this.#peaks);
  }
}

/** The bytes before a raw Ed25519 public key in its SPKI encoding (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** Node's cryptography for the checks in contract/. */
export const proofTools: ProofTools = {
  encode: (text) => Buffer.from(text),
  sha256: async (bytes) => sha256(bytes),
  async verify(publicKey, message, signature) {
    const key = createPublicKey({ key: Buffer.concat([spkiHead, publicKey]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  },
};
