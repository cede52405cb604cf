import { describe, expect, it } from 'vitest';
import { paths, receiptPath } from '#contract/paths.ts';
import { settleDispute } from '#server/money/disputes/settle-dispute.ts';
import { settleRefund } from '#server/money/refunds/settle-refund.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

/** Disputed and refunded payments, as the fan and the admin see them. */
const stage = setStage();

const disputingCard = '4000 0000 0000 0259';
const list = `${paths.adminMoney}/disputes`;

describe('a disputed or refunded payment', () => {
  it('is answered by an admin with evidence, while the fan waits for the bank', async () => {
    const { site } = stage;
    const [creator, fan] = await Promise.all([site.creator(), site.member('disputer')]);
    const pool = await site.newPool(fan, creator, { fundingGoal: 30_00 });
    const pledge = await site.pledge(fan, pool, 30_00, disputingCard);
    await site.accept(creator, pool);
    await site.pledgeIs(fan, pledge.id, 'disputed');

    const theirs = await stage.window({ as: fan });
    await goTo(theirs, `/pool/${pool.id}`);
    await waitForText(theirs, 'Until the bank decides, this pledge is on hold');

    const page = await stage.window({ as: site.admin });
    await goTo(page, list);
    await page.getByRole('row').filter({ hasText: 'Evidence needed' }).getByRole('link').first().click();
    await waitForText(page, 'SHA-256 of these terms');
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Submit evidence' }).click();
    const dialog = page.getByRole('dialog');
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Submit evidence' }).click();
    await waitForText(page, 'An admin submitted the evidence.');
    await expect.poll(() => page.getByRole('button', { name: 'Submit evidence' }).count()).toBe(0);
  });

  it('is listed with what to do when the bank only asks about it, or disputes it in another currency', async () => {
    const { site } = stage;
    const [creator, fan] = await Promise.all([site.creator(), site.member('asked')]);
    const { pledges } = await site.funded(fan, creator, [{ who: fan, cents: 30_00 }]);
    const subject = `pledge:${pledges[0]?.id}`;
    const [row] = await site.sql<{ chargeRef: string }[]>`
      select processor_ref as charge_ref from payments where subject = ${subject}`;
    const { context } = site.app;
    const inquiry = {
      disputeRef: 'dp_asks',
      chargeRef: row?.chargeRef ?? '',
      amountCents: 30_00,
      feeCents: 0,
      reason: 'unrecognized',
      status: 'needs_response' as const,
      dueAt: new Date(Date.now() + 5 * 24 * 3_600_000),
      openedAt: new Date(),
      inquiry: true,
    };
    await settleDispute(context, context.cards, inquiry);
    const page = await stage.window({ as: site.admin });
    await goTo(page, paths.adminMoney);
    await page.getByText('1 bank inquiry needs an answer.').waitFor();
    await goTo(page, `${list}?status=unbooked`);
    await page.getByRole('row').filter({ hasText: 'Answer needed' }).getByRole('link').first().click();
    await waitForText(page, 'Answer the bank in the processor’s dashboard');
    await page.getByRole('button', { name: 'Refund all or a part' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'inquiry');

    const euros = { ...inquiry, disputeRef: 'dp_euros', amountCents: 27_50, otherCurrency: 'eur', inquiry: false };
    await settleDispute(context, context.cards, euros);
    await goTo(page, `${list}?status=unbooked`);
    await page.getByRole('row').filter({ hasText: '€27.50' }).getByRole('link').first().click();
    await waitForText(page, 'what is left of the payment stays frozen');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'other-currency');
    await settleDispute(context, context.cards, { ...euros, status: 'won' });
  });

  it('leaves the rest of a payment to its pool when an admin refunds a part, and offers all that came back after its end', async () => {
    const { site } = stage;
    const [creator, fan] = await Promise.all([site.creator(), site.member('partly')]);
    const { pool, pledges } = await site.funded(fan, creator, [{ who: fan, cents: 30_00 }]);
    const page = await stage.window({ as: site.admin });
    await goTo(page, `${paths.adminMoney}/movements?status=&kind=charge&search=${fan.username}`);
    await page.getByRole('row').filter({ hasText: '$30.00' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Refund all or a part' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this payment?' });
    await dialog.getByLabel('Amount').fill('31');
    await dialog.getByText('You can refund up to $30.00').waitFor();
    await dialog.getByLabel('Amount').fill('12.50');
    await dialog.getByText('The pool keeps $17.50 of this payment.').waitFor();
    await dialog.getByRole('button', { name: 'Refund $12.50' }).click();
    await dialog.getByText('Reason is required').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.getByLabel('Reason').fill('The second track was cut short.');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Refund $12.50' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await waitForText(page, 'The second track was cut short.');
    await expect.poll(async () => (await site.pool(pool.id)).currentAmount).toBe(17_50);

    const theirs = await stage.window({ as: fan });
    await goTo(theirs, receiptPath(pledges[0]?.id ?? ''));
    await waitForText(theirs, 'The second track was cut short.');
    expect(await axe(theirs)).toEqual([]);

    // An admin removes the pool, so the rest is refunded. Then the card's bank returns the first part, so the admin pays the fan by bank transfer and records that.
    const { context } = site.app;
    await context.db.tx((tx) => applyPoolEvent(context, tx, pool.id, { type: 'remove' }));
    await site.pledgeIs(fan, pledges[0]?.id ?? '', 'refunded');
    const [returned] = await site.sql<{ id: string; idempotencyKey: string; processorRef: string }[]>`
      select r.id, r.idempotency_key, r.processor_ref from refunds r join payments y on y.id = r.payment_id
      where y.subject = ${`pledge:${pledges[0]?.id}`} and r.by_admin`;
    const { id = '', idempotencyKey: reference = '', processorRef: ref = '' } = returned ?? {};
    await site.sql`insert into sandbox.journal (kind, reference, amount_cents) values ('refund_failure', ${reference}, 1250)`;
    const state = { ref, reference, amountCents: 12_50, status: 'failed', reason: 'The account is closed.' } as const;
    await settleRefund(context, id, state);
    await goTo(page, `${paths.adminMoney}/movements?status=&kind=charge&search=${fan.username}`);
    await page.getByRole('row').filter({ hasText: '$30.00' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Refund the rest' }).click();
    await dialog.getByText('The fan gets $12.50 back on the card that paid. Their pledge has already ended.').waitFor();
    expect(await dialog.getByLabel('Amount').isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await goTo(page, `${paths.adminMoney}/movements?status=failed&open=${id}`);
    await page.getByRole('button', { name: 'Record as paid outside' }).waitFor();
    await photographAll(page, 'came-back');
    await page.getByRole('button', { name: 'Record as paid outside' }).click();
    const question = page.getByRole('dialog', { name: 'Did you pay the fan outside the card processor?' });
    await question.getByRole('button', { name: 'Record $12.50 as paid' }).click();
    await question.getByText('Reason is required').waitFor();
    expect(await axe(page)).toEqual([]);
    await question.getByLabel('Reason').fill('Bank transfer on November 20.');
    await page.keyboard.press('Tab');
    await question.getByRole('button', { name: 'Record $12.50 as paid' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: 'Record as paid outside' }).count()).toBe(0);
    await goTo(theirs, receiptPath(pledges[0]?.id ?? ''));
    await waitForText(theirs, 'Bank transfer on November 20.');
  });
});
