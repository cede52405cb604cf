import { describe, expect, it } from 'vitest';
import {
  consistencyPath,
  inclusionPath,
  isConsistent,
  perfectSubtrees,
  rootOfPath,
} from '#contract/values/merkle-path.ts';
import { fc } from '#testing/fast-check.ts';
import { foldPerfect, GrowingTree, hashLeaf, hashNode, joinPeaks } from './merkle-tree.ts';

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => hashLeaf(Buffer.from(`leaf ${index}`)));

/** The definition in RFC 9162, 2.1.1, word for word. */
function rootByDefinition(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (leaves.length === 1 && first) return first;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hashNode(rootByDefinition(leaves.slice(0, k)), rootByDefinition(leaves.slice(k)));
}

const growTo = (leaves: readonly Buffer[]): GrowingTree => {
  const tree = new GrowingTree();
  for (const leaf of leaves) tree.append(leaf);
  return tree;
};

const pathOf = (leaves: readonly Buffer[], index: number) =>
  inclusionPath(index, leaves.length).map(({ start, end }) => rootByDefinition(leaves.slice(start, end)));

const node = async (left: Uint8Array, right: Uint8Array) => hashNode(left, right);
const anySize = fc.integer({ min: 1, max: 700 });

describe('the Merkle tree', () => {
  it('has the roots of the test vectors of Certificate Transparency', () => {
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const leaves = inputs.map((hex) => hashLeaf(Buffer.from(hex, 'hex')));
    expect(
      leaves.map((_, index) =>
        growTo(leaves.slice(0, index + 1))
          .root()
          .toString('hex'),
      ),
    ).toEqual(roots);
  });

  it('has the root of the definition at every size up to 130', () => {
    for (let size = 1; size <= 130; size += 1) {
      const leaves = leavesOf(size);
      expect(growTo(leaves).root()).toEqual(rootByDefinition(leaves));
    }
  });

  it('splits any subtree into perfect ones that join to its root', () => {
    fc.assert(
      fc.property(anySize, fc.nat(), (size, at) => {
        const leaves = leavesOf(size);
        for (const { start, end } of [{ start: 0, end: size }, ...inclusionPath(at % size, size)]) {
          const peaks = perfectSubtrees({ start, end }).map(({ level, position }) =>
            foldPerfect(leaves.slice(position * 2 ** level, (position + 1) * 2 ** level)),
          );
          expect(joinPeaks(peaks)).toEqual(rootByDefinition(leaves.slice(start, end)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('an inclusion proof', () => {
  it('leads to the root for any leaf and size', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, fc.nat(), async (size, at) => {
        const leaves = leavesOf(size);
        const index = at % size;
        const leafHash = leaves[index] ?? Buffer.alloc(0);
        const root = await rootOfPath({ leafHash, index, size, path: pathOf(leaves, index) }, node);
        expect(root).toEqual(rootByDefinition(leaves));
      }),
      { numRuns: 150 },
    );
  });

  it('leads to another root, or none, for another leaf, position, size or path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), async (size, at, other) => {
        const leaves = leavesOf(size);
        const index = at % size;
        const leafHash = leaves[index] ?? Buffer.alloc(0);
        const path = pathOf(leaves, index);
        const wrong = (index + 1 + (other % (size - 1))) % size;
        const flipped = path.map((hash, step) => (step === other % path.length ? hashLeaf(hash) : hash));
        const changes = [
          { leafHash: leaves[wrong] ?? leafHash, index, size, path },
          { leafHash, index: wrong, size, path },
          { leafHash, index, size, path: flipped },
          { leafHash, index, size, path: path.slice(1) },
          { leafHash, index, size, path: [...path, leafHash] },
          { leafHash, index: size, size, path },
          { leafHash, index: -1, size, path },
          { leafHash, index: 0.5, size, path },
        ];
        const root = rootByDefinition(leaves);
        for (const change of changes) expect(await rootOfPath(change, node)).not.toEqual(root);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a consistency proof', () => {
  const proofOf = (leaves: readonly Buffer[], size: number) => ({
    earlier: { size, rootHash: rootByDefinition(leaves.slice(0, size)) },
    later: { size: leaves.length, rootHash: rootByDefinition(leaves) },
    path: consistencyPath(size, leaves.length).map(({ start, end }) => rootByDefinition(leaves.slice(start, end))),
  });

  it('has the subtrees of the example in RFC 9162, 2.1.5', () => {
    const ranges = (earlier: number, size: number) =>
      consistencyPath(earlier, size).map(({ start, end }) => `${start}-${end}`);
    expect(ranges(3, 7)).toEqual(['2-3', '3-4', '0-2', '4-7']);
    expect(ranges(4, 7)).toEqual(['4-7']);
    expect(ranges(6, 7)).toEqual(['4-6', '6-7', '0-4']);
    expect(ranges(7, 7)).toEqual([]);
  });

  it('connects every two sizes up to 40, and only if the first leaves are the same', async () => {
    for (let size = 1; size <= 40; size += 1) {
      const leaves = leavesOf(size);
      for (let earlier = 1; earlier <= size; earlier += 1) {
        const proof = proofOf(leaves, earlier);
        expect(await isConsistent(proof, node), `${earlier} of ${size}`).toBe(true);
        for (const at of [0, earlier - 1]) {
          const forged = leaves.with(at, hashLeaf(Buffer.from('another')));
          const { later, path } = proofOf(forged, earlier);
          expect(await isConsistent({ earlier: proof.earlier, later, path }, node)).toBe(false);
        }
      }
    }
  });

  it('is refused after any hash, size or length was changed', async () => {
    await fc.assert(
      fc.asyncProperty(anySize, fc.nat(), fc.nat(), async (size, cut, seed) => {
        const proof = proofOf(leavesOf(size), (cut % size) + 1);
        const { earlier, later, path } = proof;
        const other = hashLeaf(Buffer.from(`other ${seed}`));
        const changes = [
          { ...proof, path: [...path, other] },
          { ...proof, earlier: { ...earlier, rootHash: other } },
          { ...proof, later: { ...later, rootHash: other } },
          { ...proof, later: { ...later, size: earlier.size - 1 } },
          ...(path.length > 0
            ? [
                { ...proof, path: path.with(seed % path.length, other) },
                { ...proof, path: path.slice(1) },
              ]
            : []),
        ];
        for (const change of changes) expect(await isConsistent(change, node)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
