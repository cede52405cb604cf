import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { receiptPath } from '#contract/paths.ts';
import { getPaymentProof, getTransparency } from '#contract/transparency.ts';
import { readSigningKeys, signNote } from '#server/transparency/ledger-keys.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import { forgetOldLedgerKeys, rotateLedgerKey } from '#server/transparency/rotate-ledger-key.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { writeJournals } from '#testing/ledger.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let pledgeId = '';

beforeAll(async () => {
  const { site } = stage;
  const [owner, creator] = await Promise.all([site.member('owner'), site.creator()]);
  fan = await site.member('fan');
  const { pledges } = await site.funded(owner, creator, [{ who: fan, cents: 30_00 }]);
  pledgeId = pledges[0]?.id ?? '';
  await site.pledgeIs(fan, pledgeId, 'paid');
});

const fileOf = (bytes: Buffer) => ({ name: 'proof.json', mimeType: 'application/json', buffer: bytes });

async function checkFile(page: Page, bytes: Buffer, result: string): Promise<void> {
  await page.getByLabel('Check a saved proof or root').setInputFiles(fileOf(bytes));
  await page.getByRole('status').filter({ hasText: result }).waitFor();
}

describe('the proof of a payment', () => {
  it('is verified in the browser, and rejected after one byte changed', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, receiptPath(pledgeId));
    await page.getByRole('link', { name: 'Check my payment' }).click();
    const button = page.getByRole('button', { name: 'Check my payment' });
    await waitForText(page, 'Cards have been charged, but the books aren’t signed yet.');
    await waitForText(page, 'at 12:05 AM UTC');
    stage.allow(/status of 409/);
    await button.click();
    await waitForText(page, 'This payment is newer than the last published root.');

    await publishRoot(stage.site.app.context);
    await page.reload();
    await waitForText(page, 'These are the signed figures of');
    await waitForText(page, 'The lines can add up to more or less than the charges.');
    await button.click();
    const result = page.getByRole('status').filter({ hasText: 'This payment is in our books' });
    await result.getByText(/\$30\.00 on/).waitFor();
    expect(await axe(page)).toEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the proof' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`payment-proof-${pledgeId.slice(0, 8)}.json`);
    const proof = await readFile(await download.path());
    // The check needs no server.
    stage.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await checkFile(page, proof, 'This payment is in our books');
    const changed = Buffer.from(proof);
    // One cent more.
    const at = changed.indexOf(',3000]') + 4;
    changed[at] = '1'.charCodeAt(0);
    await checkFile(page, changed, 'An entry doesn’t match');
    expect(await axe(page)).toEqual([]);
    await checkFile(page, proof.subarray(0, -1), 'This proof was changed, or it isn’t a proof');
    await page.context().setOffline(false);
  });

  it('of another fan is refused, and visitors are asked to sign in', async () => {
    const other = await stage.site.member('other');
    stage.allow(/status of 404/);
    const page = await stage.window({ as: other, width: 390, phone: true });
    await goTo(page, `/transparency?pledge=${pledgeId}`);
    await page.getByRole('button', { name: 'Check my payment' }).click();
    await waitForText(page, 'We couldn’t find this.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    const visitor = await stage.window();
    await goTo(visitor, '/transparency');
    await waitForText(visitor, 'Sign in to find your payment');
    const saved = visitor.waitForEvent('download');
    await visitor
      .getByRole('button', { name: /^Save the root of/ })
      .first()
      .click();
    const root = await readFile(await (await saved).path(), 'utf8');
    expect(root).toMatch(/^fanfare-ledger\/[0-9a-f]{16}\n2\n/);

    await writeJournals(stage.site.app.context.db.sql, 5);
    await publishRoot(stage.site.app.context);
    await checkFile(visitor, Buffer.from(root), 'The books still contain your root');
    await checkFile(visitor, Buffer.from(root.replace('charged 3', 'charged 4')), 'The signature doesn’t match');
    // Our own key signs a root over other books.
    const { signers } = await readSigningKeys(stage.site.app.context.db.sql);
    const [text = ''] = root.split('\n\n');
    const forked = signNote(`${text}\n`.replace(/\n[^\n]{44}\n/, `\n${'A'.repeat(43)}=\n`), signers);
    await checkFile(visitor, Buffer.from(forked), 'The published books contradict your root');
    expect(await axe(visitor)).toEqual([]);
  });
});

describe('a change of the key', () => {
  it('is listed, and files saved before it are still checked, even on a page that was open meanwhile', async () => {
    const { context } = stage.site.app;
    const page = await stage.window({ as: fan });
    await goTo(page, `/transparency?pledge=${pledgeId}`);
    const { latest, key: oldKey } = await fan.client.call(getTransparency);
    const root = Buffer.from(latest?.note ?? '');
    const { text: proof } = await fan.client.call(getPaymentProof, { params: { id: pledgeId } });

    await writeJournals(context.db.sql, 3);
    const { change } = await rotateLedgerKey(context);
    await forgetOldLedgerKeys(context);
    await publishRoot(context);
    // The page knows only the old key.
    await page.getByRole('button', { name: 'Check my payment' }).click();
    await page.getByRole('status').filter({ hasText: 'This payment is in our books' }).waitFor();
    await checkFile(page, root, 'The books still contain your root');

    await page.reload();
    await waitForText(page, 'Key change 1');
    for (const key of [oldKey, change.newKey]) await waitForText(page, key);
    await checkFile(page, Buffer.from(proof), 'This payment is in our books');
    await checkFile(page, root, 'The books still contain your root');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save key change 1 of/ }).click();
    const note = await readFile(await (await saved).path(), 'utf8');
    await checkFile(page, Buffer.from(note), 'This key change is published');
    // A root from before a backup was restored: our key signed it, and it names a key change that the books lack.
    const { latest: newest } = await fan.client.call(getTransparency);
    const [text = ''] = newest?.note.split('\n\n') ?? [];
    const { signers } = await readSigningKeys(context.db.sql);
    const lost = signNote(`${text.replace(/^key-change .*$/m, `key-change ${'ab'.repeat(32)}`)}\n`, signers);
    await checkFile(page, Buffer.from(lost), 'The published books contradict your root');
    expect(await axe(page)).toEqual([]);
    // Another size, and a text that is no key change at all.
    for (const forged of [note.replace(/^size \d+/m, 'size 1'), note.replace(/^size/m, 'sizes')]) {
      await checkFile(page, Buffer.from(forged), 'We never published this key change');
      await checkFile(page, Buffer.from(note), 'This key change is published');
    }
  });
});
