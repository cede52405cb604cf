import { beforeAll, describe, expect, it } from 'vitest';
import {
  checkpointText,
  noTotals,
  noteKeyText,
  noteText,
  openCheckpoint,
  parseCheckpoint,
} from '#contract/checkpoint.ts';
import {
  type KeyChange,
  keyChangeText,
  onlyKey,
  openKeyChanges,
  openRoot,
  parseKeyChange,
} from '#contract/key-change.ts';
import { faultOf, inParts, newSigner, withNewEnd, withoutEnd, writeExport } from '#testing/ledger-export.ts';
import { type Signer, signNote } from './ledger-keys.ts';
import { noteHash, proofTools } from './merkle-tree.ts';
import { verifyLedger } from './verify-ledger.ts';

let keys: [Signer, Signer, Signer];
/** A key that the thief of the first key made. */
let thief: Signer;
beforeAll(async () => {
  keys = [await newSigner(), await newSigner(), await newSigner()];
  thief = await newSigner();
});
const textOf = ({ noteKey }: Signer) => noteKeyText(noteKey);

function changeOf(from: Signer, to: Signer, more: Partial<KeyChange> = {}): string {
  const change = {
    ledger: 'fanfare-ledger/test',
    number: 1,
    time: '2026-11-22T00:05:00Z',
    oldKey: textOf(from),
    newKey: textOf(to),
    size: 12,
    rootHash: 'ab'.repeat(32),
    ...more,
  };
  return signNote(keyChangeText(change), [from, to]);
}

/** Two changes: from the first key to the second, and from there to the third. */
function twoChanges(): [string, string] {
  const first = changeOf(keys[0], keys[1]);
  return [first, changeOf(keys[1], keys[2], { number: 2, size: 20, previous: noteHash(first) })];
}

const refusedAt = async (notes: readonly string[], trusted = keys[0]): Promise<number | undefined> => {
  try {
    await openKeyChanges(proofTools, trusted.noteKey, notes);
    return undefined;
  } catch (error) {
    return (error as { number: number }).number;
  }
};

describe('key changes', () => {
  it('lead to the newest key from any key that a person saved, without any private key', async () => {
    for (const trusted of keys) {
      const ledgerKeys = await openKeyChanges(proofTools, trusted.noteKey, twoChanges());
      expect(ledgerKeys.keys.map(noteKeyText)).toEqual(keys.map(textOf));
    }
    expect(await refusedAt(twoChanges(), thief)).toBe(0);
  });

  it('are refused after any byte was changed', async () => {
    const [first, second] = twoChanges();
    const bytes = Buffer.from(first);
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(await refusedAt([changed.toString(), second]), `byte ${at}`).toBeDefined();
      expect(await refusedAt([changed.toString()]), `byte ${at}`).toBeDefined();
    }
  });

  it.each<[string, () => string[], number]>([
    ['removed', () => twoChanges().slice(1), 1],
    ['swapped', () => twoChanges().toReversed(), 1],
    ['repeated', () => [twoChanges()[0], twoChanges()[0]], 2],
    ['signed by the old key alone', () => [signNote(noteText(twoChanges()[0]), [keys[0]])], 1],
    ['signed by the new key alone', () => [signNote(noteText(twoChanges()[0]), [keys[1]])], 1],
    ['signed by a third key too', () => [signNote(noteText(twoChanges()[0]), [keys[0], keys[1], thief])], 1],
    ['of a stranger', () => [changeOf(thief, keys[1])], 0],
    ['replaced before another one', () => [changeOf(keys[0], keys[1], { size: 11 }), twoChanges()[1]], 2],
    [
      'over fewer journals',
      () => [twoChanges()[0], changeOf(keys[1], keys[2], { number: 2, size: 11, previous: noteHash(twoChanges()[0]) })],
      2,
    ],
    [
      'back to an older key',
      () => [twoChanges()[0], changeOf(keys[1], keys[0], { number: 2, size: 20, previous: noteHash(twoChanges()[0]) })],
      2,
    ],
    ['of another ledger', () => [changeOf(keys[0], keys[1], { ledger: 'fanfare-ledger/other' })], 1],
  ])('are refused if one is %s', async (_what, notes, at) => {
    expect(await refusedAt(notes())).toBe(at);
  });

  it('are never roots, and roots are never key changes', () => {
    expect(parseCheckpoint(noteText(twoChanges()[0]))).toBeUndefined();
    expect(parseKeyChange(checkpointText(rootOf(12)))).toBeUndefined();
  });
});

const rootOf = (size: number, keyChange?: string, time = '2026-11-22T00:05:00Z') => ({
  origin: 'fanfare-ledger/test',
  size,
  rootHash: 'ab'.repeat(32),
  chainHash: 'cd'.repeat(32),
  time,
  keyChange,
  totals: noTotals,
});

describe('a root of a ledger whose key changed', () => {
  const isAccepted = async (size: number, change: string | undefined, signers: Signer[], time?: string) => {
    const history = await openKeyChanges(proofTools, keys[0].noteKey, twoChanges());
    const note = signNote(checkpointText(rootOf(size, change && noteHash(change), time)), signers);
    return (await openRoot(proofTools, note, history)) !== undefined;
  };

  it('needs the key of its time', async () => {
    const [first, second] = twoChanges();
    const [k0, k1, k2] = keys;
    const accepted = [
      [12, undefined, [k0]],
      [12, first, [k1]],
      [20, first, [k1, k0]],
      [20, second, [k2]],
      [99, second, [k2, k1, k0]],
    ] as const;
    for (const [size, change, signers] of accepted) expect(await isAccepted(size, change, [...signers])).toBe(true);
    const refused = [
      // The thief signs newer roots with the first key.
      [13, undefined, [k0]],
      [13, first, [k0]],
      [21, first, [k1]],
      [99, second, [k0, k1]],
      // Backdated, and with a change that was never published.
      [19, second, [k2]],
      [11, first, [k1]],
      [30, changeOf(k0, thief), [thief, k0]],
      [99, second, [k2, thief]],
    ] as const;
    for (const [size, change, signers] of refused)
      expect(await isAccepted(size, change, [...signers]), `${size}`).toBe(false);
  });

  it('is refused if a replaced key dates it after its replacement, even over the same books', async () => {
    const [first, second] = twoChanges();
    const late = '2026-11-22T00:05:01Z';
    expect(await isAccepted(12, undefined, [keys[0]], late)).toBe(false);
    expect(await isAccepted(20, first, [keys[1]], late)).toBe(false);
    expect(await isAccepted(20, second, [keys[2]], late)).toBe(true);
  });

  it('verifies with the old key alone while both sign', async () => {
    const note = signNote(checkpointText(rootOf(15, 'ef'.repeat(32))), [keys[1], keys[0]]);
    expect(await openCheckpoint(proofTools, note, keys[0].noteKey)).toMatchObject({ size: 15 });
    expect(await openRoot(proofTools, note, onlyKey(keys[0].noteKey))).toBeUndefined();
  });
});

const amounts = [500, 1200, 300, 700, 10_00, 800, 900];

describe('an export of a ledger whose key changed', () => {
  it('verifies with the old and the new key, after any number of journals', async () => {
    const [signer, newer] = keys;
    for (const after of [0, 3, 6]) {
      for (const rootSigners of [[newer, signer], [newer]]) {
        const bytes = writeExport(signer, amounts, { next: { signer: newer, after, rootSigners } });
        for (const expectedKey of [undefined, textOf(signer), textOf(newer)]) {
          expect(await verifyLedger(inParts(bytes), { expectedKey })).toMatchObject({
            roots: 2,
            key: textOf(newer),
            keyChanges: [{ number: 1, size: after }],
          });
        }
        expect((await faultOf(bytes, textOf(thief)))?.message).toMatch(/^Line 1: the key differs/);
      }
    }
  });

  it('names the line of every changed byte', async () => {
    const bytes = writeExport(keys[0], amounts.slice(0, 4), { rootEvery: 2, next: { signer: keys[1], after: 2 } });
    let line = 1;
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect((await faultOf(changed))?.line, `byte ${at}`).toBe(line);
      if (byte === 10) line += 1;
    }
  });

  it('is refused if a root after the change lacks the new key, whether or not it names the change', async () => {
    const [signer, newer] = keys;
    for (const isConcealed of [true, false]) {
      const next = { signer: newer, after: 3, rootSigners: [signer], isConcealed };
      expect((await faultOf(writeExport(signer, amounts, { next })))?.message).toMatch(/this root was changed/);
    }
  });

  it('is refused if a replaced key signed a root after one of the newer key', async () => {
    const [signer, newer] = keys;
    const bytes = writeExport(signer, amounts.slice(0, 3), { next: { signer: newer, after: 3 } });
    const [, note = '""'] = /^root (.*)$/m.exec(bytes.toString()) ?? [];
    const real = parseCheckpoint(noteText(JSON.parse(note)));
    if (!real) throw new Error('the export has no root');
    const forged = signNote(checkpointText({ ...real, keyChange: undefined, previous: noteHash(JSON.parse(note)) }), [
      signer,
    ]);
    const longer = withNewEnd(`${withoutEnd(bytes)}root ${JSON.stringify(forged)}\n`, 3);
    expect((await faultOf(longer, textOf(newer)))?.message).toMatch(
      /^Line 7: a key that was replaced signed this root after a root of the newer key/,
    );
  });

  it('is refused if the key change names another tree, or a longer one', async () => {
    const [signer, newer] = keys;
    const withChange = (after: number, change: Partial<KeyChange>) =>
      faultOf(writeExport(signer, amounts, { next: { signer: newer, after, change } }));
    expect((await withChange(3, { rootHash: '00'.repeat(32) }))?.message).toMatch(
      /^Line 5: the books contradict key change 1/,
    );
    expect((await withChange(0, { rootHash: '00'.repeat(32) }))?.message).toMatch(/^Line 3: the books contradict/);
    const late = { signer: newer, after: 6, change: { size: 8 } };
    const [head, change, ...rest] = withoutEnd(writeExport(signer, amounts, { next: late })).split('\n');
    const lines = [head, change, ...rest.filter((line) => !line.startsWith('root '))];
    expect((await faultOf(withNewEnd(lines.join('\n'), 7)))?.message).toMatch(/end before the 8 journals/);
  });

  it('is compared with key changes saved elsewhere, which exposes a forged one', async () => {
    const [signer, newer] = keys;
    const real = writeExport(signer, amounts, { next: { signer: newer, after: 3 } });
    const forged = writeExport(signer, amounts, { next: { signer: thief, after: 3 } });
    const noteOf = (bytes: Buffer): string => JSON.parse(/^key-change (.*)$/m.exec(bytes.toString())?.[1] ?? '""');
    const saved = [{ name: 'key-change-1.txt', note: noteOf(real) }];
    expect(await faultOf(real, textOf(signer), saved)).toBeUndefined();
    // Nothing else tells the two apart for a person who has only the leaked key.
    expect(await faultOf(forged, textOf(signer))).toBeUndefined();
    expect((await faultOf(forged, textOf(signer), saved))?.message).toMatch(
      /^Line 1: the saved key change 1 key-change-1\.txt is not in these books/,
    );
    expect((await faultOf(forged, textOf(newer)))?.message).toMatch(/^Line 1: the key differs/);
    const roots = [...real.toString().matchAll(/^root (.*)$/gm)].map(([, text = '""'], index) => ({
      name: `root-${index + 1}.txt`,
      note: JSON.parse(text) as string,
    }));
    expect(await faultOf(real, textOf(signer), roots)).toBeUndefined();
    expect((await faultOf(forged, textOf(signer), roots))?.message).toMatch(/^Line 1: the saved root root-1/);
  });
});
