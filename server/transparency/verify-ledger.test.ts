import { describe, expect, it } from 'vitest';
import { noteKeyText } from '#contract/checkpoint.ts';
import { faultOf, inParts, newSigner, withNewEnd, withoutEnd, writeExport } from '#testing/ledger-export.ts';
import { signNote } from './ledger-keys.ts';
import { verifyLedger } from './verify-ledger.ts';

const amounts = [500, 1200, 300, 700, 10_00];
describe('verifying an export', () => {
  it('accepts it unchanged, in parts of any size', async () => {
    const signer = await newSigner();
    const bytes = writeExport(signer, amounts);
    for (const size of [1, 7, 100, bytes.length]) {
      expect(await verifyLedger(inParts(bytes, size), { expectedKey: noteKeyText(signer.noteKey) })).toMatchObject({
        journals: 5,
        roots: 1,
        latest: { size: 3, totals: { charged: 2000, held: 2000, refunded: 0 } },
        key: noteKeyText(signer.noteKey),
      });
    }
  });

  it('detects every change of a single byte and names its line', async () => {
    const bytes = writeExport(await newSigner(), amounts);
    let line = 1;
    for (const [at, byte] of bytes.entries()) {
      for (const other of [byte ^ 1, byte ^ 0x20]) {
        const changed = Buffer.from(bytes);
        changed[at] = other;
        // A changed line break joins two lines: the fault is in the first of them.
        expect((await faultOf(changed))?.line, `byte ${at} as ${other}`).toBe(line);
      }
      if (byte === 10) line += 1;
    }
  });

  it('detects every missing byte and every truncation', async () => {
    const bytes = writeExport(await newSigner(), amounts.slice(0, 3));
    for (const at of bytes.keys()) {
      expect(await faultOf(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]))).toBeDefined();
      expect(await faultOf(bytes.subarray(0, at))).toBeDefined();
    }
  });

  it('names the journal that was changed, with its content', async () => {
    const bytes = Buffer.from(
      writeExport(await newSigner(), amounts)
        .toString()
        .replace('"clearing",1200', '"clearing",1300'),
    );
    expect((await faultOf(bytes))?.message).toMatch(/^Line 3: journal 2 was changed.*payment:2/);
  });

  it('detects journals that were removed, swapped or added, even with a new checksum', async () => {
    const lines = withoutEnd(writeExport(await newSigner(), amounts)).split('\n');
    const [head = '', a = '', b = '', ...rest] = lines;
    const removed = withNewEnd([head, b, ...rest].join('\n'), 4);
    const swapped = withNewEnd([head, b, a, ...rest].join('\n'), amounts.length);
    const added = withNewEnd([head, a, a, b, ...rest].join('\n'), 6);
    expect([(await faultOf(removed))?.line, (await faultOf(swapped))?.line, (await faultOf(added))?.line]).toEqual([
      2, 2, 3,
    ]);
  });

  it('detects books that were rewritten with new hashes but the old signatures', async () => {
    const signer = await newSigner();
    const note = /^root .*$/m.exec(writeExport(signer, amounts).toString())?.[0] ?? '';
    const forged = withoutEnd(writeExport(signer, [500, 1300, 300, 700, 1000])).replace(/^root .*$/m, () => note);
    expect((await faultOf(withNewEnd(forged, amounts.length)))?.message).toMatch(
      /^Line 5: the journals before this line are not/,
    );
  });

  it('detects books that were rewritten and signed with another key, if the published key is given', async () => {
    const key = noteKeyText((await newSigner()).noteKey);
    const forged = writeExport(await newSigner(), amounts);
    expect(await faultOf(forged)).toBeUndefined();
    expect((await faultOf(forged, key))?.message).toMatch(/^Line 1: the key differs/);
  });

  it('detects signed totals that are not the sum of the journals', async () => {
    const signer = await newSigner();
    const bytes = writeExport(signer, amounts).toString();
    const text = JSON.parse(/^root (.*)$/m.exec(bytes)?.[1] ?? '""')
      .split('\n\n')[0]
      .replace('held 2000', 'held 1900');
    const note = signNote(`${text}\n`, [signer]);
    const forged = withoutEnd(Buffer.from(bytes)).replace(/^root .*$/m, () => `root ${JSON.stringify(note)}`);
    expect((await faultOf(withNewEnd(forged, amounts.length)))?.message).toMatch(/^Line 5: the signed total "held"/);
  });

  it('detects a root that was removed or copied over, because the next one names it', async () => {
    const lines = withoutEnd(writeExport(await newSigner(), [...amounts, 800, 900, 950, 990])).split('\n');
    const at = lines.flatMap((line, index) => (line.startsWith('root ') ? [index] : []));
    const [first = 0, second = 0] = at;
    expect((await faultOf(withNewEnd(lines.toSpliced(second, 1).join('\n'), 9)))?.message).toMatch(
      /^Line 12: the root before this one was removed or replaced/,
    );
    const copied = lines.with(second, lines[first] ?? '');
    expect((await faultOf(withNewEnd(copied.join('\n'), 9)))?.line).toBe(second + 1);
  });

  it('refuses other files', async () => {
    expect((await faultOf(Buffer.from('hello\n')))?.message).toMatch(/^Line 1: this is not an export/);
    expect((await faultOf(Buffer.alloc(0)))?.line).toBe(1);
  });

  it('compares the books with roots saved elsewhere, which not even the signing key can rewrite', async () => {
    const signer = await newSigner();
    const key = noteKeyText(signer.noteKey);
    const original = writeExport(signer, [...amounts, 800]);
    const savedRoots = [...original.toString().matchAll(/^root (.*)$/gm)].map(([, text = '""'], index) => ({
      name: `root-${index + 1}.txt`,
      note: JSON.parse(text) as string,
    }));
    const messageOf = async (bytes: Buffer) => (await faultOf(bytes, key, savedRoots))?.message;
    expect(await messageOf(original)).toBeUndefined();
    // Each of these exports is consistent with itself and signed with the right key.
    expect(await messageOf(writeExport(signer, [...amounts, 900]))).toMatch(
      /^Line 8: the books contradict the saved root root-2\.txt .* journals 4 to 6\.$/,
    );
    expect(await messageOf(writeExport(signer, [500, 1300, 300, 700, 1000, 800]))).toMatch(
      /root-1\.txt .* journals 1 to 3\.$/,
    );
    expect(await messageOf(writeExport(signer, amounts))).toMatch(
      /end after 5 journals, but the saved root root-2\.txt/,
    );
    const lines = withoutEnd(original).split('\n');
    const last = withNewEnd(lines.toSpliced(-2, 1).join('\n'), 6);
    expect(await faultOf(last, key)).toBeUndefined();
    expect(await messageOf(last)).toMatch(
      /the saved root root-2\.txt of .* was removed from the books, or replaced\.$/,
    );
    const stranger = writeExport(await newSigner(), amounts);
    expect((await faultOf(stranger, undefined, savedRoots))?.message).toMatch(
      /^Line 1: the saved root root-1\.txt is not signed/,
    );
  });
});
