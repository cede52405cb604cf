import { describe, expect, it } from 'vitest';
import { checkpointText, noTotals, openNote, parseCheckpoint, parseNoteKey } from '#contract/checkpoint.ts';
import { fromBase64, fromHex, toBase64, toHex } from '#contract/values/bytes.ts';
import { fc } from '#testing/fast-check.ts';
import { newSigner } from '#testing/ledger-export.ts';
import { type Signer, signNote } from './ledger-keys.ts';
import { proofTools } from './merkle-tree.ts';

describe('bytes', () => {
  it('are encoded as Node encodes them, and decoded to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
  });

  it.each(['AB==', 'AA', 'A===', 'AA= =', 'AA-_', 'é', 'AAA\n'])(
    'refuse %j, which is not the one base64 spelling',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );

  it.each(['0', 'AB', '0g', ' 00'])('refuse %j, which is not lowercase hexadecimal', (text) => {
    expect(fromHex(text)).toBeUndefined();
  });
});

/** From the documentation of golang.org/x/mod/sumdb/note, another implementation of the format. */
const goKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goText = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const goNote = `${goText}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;

describe('a signed note', () => {
  it('of the Go implementation opens with its key', async () => {
    const key = await parseNoteKey(proofTools, goKey);
    expect(key && (await openNote(proofTools, goNote, [key]))).toEqual({ text: goText, signers: [key], ignored: 0 });
  });

  it('does not open if any byte was changed', async () => {
    const key = await parseNoteKey(proofTools, goKey);
    if (!key) throw new Error('the key is valid');
    const bytes = Buffer.from(goNote);
    for (const [at, byte] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ 1;
      expect(await openNote(proofTools, changed.toString(), [key])).toBeUndefined();
    }
  });

  it('opens with any of the keys that signed it, and ignores signatures of others', async () => {
    const signers = await Promise.all(['one', 'two', 'three'].map((name) => newSigner(`example.org/${name}`)));
    const [one, two, three] = signers as [Signer, Signer, Signer];
    const note = signNote(goText, [one, two]);
    const opened = (...keys: Signer[]) =>
      openNote(
        proofTools,
        note,
        keys.map(({ noteKey }) => noteKey),
      );
    expect(await opened(one)).toMatchObject({ text: goText, signers: [one.noteKey], ignored: 1 });
    expect(await opened(three, two)).toMatchObject({ signers: [two.noteKey], ignored: 1 });
    expect(await opened(two, one)).toMatchObject({ signers: [one.noteKey, two.noteKey], ignored: 0 });
    expect(await opened(three)).toBeUndefined();
  });

  it('is refused if the signature of a known key is wrong, even with another one', async () => {
    const [one, two] = [await newSigner('example.org/one'), await newSigner('example.org/two')];
    const swapped = signNote(goText, [one, { ...two, privateKey: one.privateKey }]);
    expect(await openNote(proofTools, swapped, [one.noteKey, two.noteKey])).toBeUndefined();
    expect(await openNote(proofTools, swapped, [one.noteKey])).toBeDefined();
  });

  it.each([goKey.replace('c74f', 'c74e'), goKey.replace('ARpc', 'AhpC'), goKey.slice(0, -1), ''])(
    'has no key %j',
    async (text) => {
      expect(await parseNoteKey(proofTools, text)).toBeUndefined();
    },
  );
});

describe('a checkpoint', () => {
  const checkpoint = {
    origin: 'fanfare-ledger/0011223344556677',
    size: 12,
    rootHash: 'ab'.repeat(32),
    chainHash: 'cd'.repeat(32),
    time: '2026-11-22T00:05:00Z',
    totals: { ...noTotals, charged: 500, held: 300, refunded: 200 },
  };

  it('is read as it was written', () => {
    expect(parseCheckpoint(checkpointText(checkpoint))).toEqual(checkpoint);
  });

  it('names the key change under which it was signed', () => {
    const later = { ...checkpoint, previous: 'ef'.repeat(32), keyChange: '12'.repeat(32) };
    expect(parseCheckpoint(checkpointText(later))).toEqual(later);
    expect(parseCheckpoint(checkpointText(later).replace('previous', 'key-change'))).toBeUndefined();
  });

  it('has the three lines of every transparency log first', () => {
    expect(checkpointText(checkpoint).split('\n').slice(0, 3)).toEqual([
      checkpoint.origin,
      '12',
      Buffer.from(checkpoint.rootHash, 'hex').toString('base64'),
    ]);
  });

  it.each([
    ['an unknown line', (text: string) => `${text}more 1\n`],
    ['a missing line', (text: string) => text.replace('held 300\n', '')],
    ['a number in another spelling', (text: string) => text.replace('held 300', 'held 0300')],
    ['a line twice', (text: string) => text.replace('held 300\n', 'held 300\nheld 300\n')],
  ])('is refused with %s', (_what, change) => {
    expect(parseCheckpoint(change(checkpointText(checkpoint)))).toBeUndefined();
  });
});
