import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purposeOf } from '#server/money/payouts/describe-transfer.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { FaultKind } from '#testing/stripe-stand-in/faults.ts';
import { type StripeSetUp, setUpStripe, stripeCards } from '#testing/stripe-stand-in/set-up.ts';
import { createStripe } from './stripe-processor.ts';

/** The adapter with the real SDK, against the stand-in for Stripe. */
let stripe: StripeSetUp;
let cards: ReturnType<typeof createStripe>;
beforeAll(async () => {
  stripe = await setUpStripe();
  const platform = { config: readConfig({ NODE_ENV: 'test', ...stripe.env }) } as Platform;
  cards = createStripe(platform);
});
afterAll(() => stripe.stop());

const page = {
  successUrl: 'http://127.0.0.1:1/done',
  cancelUrl: 'http://127.0.0.1:1/back',
  description: 'A song',
  locale: 'en',
};

async function customer(): Promise<string> {
  const userId = randomUUID();
  return (await cards.createCustomer({ userId, key: `customer:${userId}` })).customerRef;
}

async function saveCard(number: string = stripeCards.pays) {
  const customerRef = await customer();
  const reference = `setup:${randomUUID()}`;
  const { sessionRef, url } = await cards.startCardSetup({ ...page, customerRef, reference, key: reference });
  expect(await stripe.enterCard(url, number)).toBe(303);
  const state = await cards.lookUpSetup({ sessionRef, reference });
  if (state?.status !== 'completed') throw new Error(`the card was not saved: ${state?.status}`);
  expect(state.reference).toBe(reference);
  return { customerRef, ...state.card };
}

async function newCharge(number?: string, amountCents = 1000) {
  const { customerRef, cardRef } = await saveCard(number);
  const reference = `payment:${randomUUID()}`;
  const request = { customerRef, cardRef, amountCents, reference, description: 'A song', key: reference };
  const { chargeRef } = await cards.createCharge(request);
  return {
    request,
    chargeRef,
    reference,
    confirm: () => cards.confirmCharge({ chargeRef, key: `${reference}:confirm` }),
  };
}

const sumOf = async (reference: string) =>
  (await cards.listMovements(new Date(Date.now() - 3_600_000)))
    .filter((movement) => movement.reference === reference)
    .map(({ kind, amountCents }) => [kind, amountCents]);

it('names the account of the key', async () => {
  expect(await cards.readAccount()).toBe('acct_platform');
});

describe('cards', () => {
  it('calls again under further keys while Stripe repeats stored failures', async () => {
    const userId = randomUUID();
    const request = { userId, key: `customer:${userId}` };
    const times = 3;
    await stripe.process.setFaults({ rules: [{ kind: 'error_after', path: '/v1/customers$', times }] });
    await expect(cards.createCustomer(request)).rejects.toMatchObject({ kind: 'unknown' });
    await expect(cards.createCustomer(request)).rejects.toMatchObject({ kind: 'unknown' });
    const { customerRef } = await cards.createCustomer(request);
    expect(await cards.createCustomer(request)).toEqual({ customerRef });
  });

  it('saves a card on the hosted page, shows it and forgets it, also while Stripe repeats a failure', async () => {
    const { cardRef, brand, last4, expMonth, expYear } = await saveCard();
    expect({ brand, last4, expMonth, expYear }).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2034 });
    expect(await cards.lookUpCard(cardRef)).toMatchObject({ cardRef, last4: '4242' });
    await stripe.process.setFaults({ rules: [{ kind: 'error_stored', path: '/detach$' }] });
    await expect(cards.forgetCard({ cardRef })).rejects.toMatchObject({ kind: 'unknown' });
    await cards.forgetCard({ cardRef });
    await cards.forgetCard({ cardRef });
    expect((await stripe.client.paymentMethods.retrieve(cardRef)).customer).toBeNull();
  });

  it('says on the page which pledge the card is for and when it is charged, without links from titles', async () => {
    const reference = `setup:${randomUUID()}`;
    const description = 'Your pledge of $25.00 for "[Win](https://example.com) & sing"';
    const request = { ...page, description, customerRef: await customer(), reference, key: reference };
    const { url } = await cards.startCardSetup(request);
    const html = await (await fetch(url)).text();
    expect(html).toContain('(Win)(https://example.com) &#38; sing&#34;. Your card is checked and saved.');
    expect(html).toContain('only if the goal is met and the creator accepts');
  });

  it('keeps the page open after a decline, and fails the set-up once the page is closed', async () => {
    const customerRef = await customer();
    const reference = `setup:${randomUUID()}`;
    const { sessionRef, url } = await cards.startCardSetup({ ...page, customerRef, reference, key: reference });
    expect(await stripe.enterCard(url, stripeCards.declinedOnPage)).toBe(402);
    expect(await cards.lookUpSetup({ sessionRef, reference })).toEqual({ status: 'open' });
    await cards.closeSession(sessionRef);
    await cards.closeSession(sessionRef);
    expect(await cards.lookUpSetup({ sessionRef, reference })).toMatchObject({
      status: 'failed',
      reference,
      reason: 'Your card was declined. Use another card, or ask your bank why.',
    });
  });
});

describe('off-session charges', () => {
  it('charges once and reports the fee, however often the calls are repeated', async () => {
    const { request, chargeRef, reference, confirm } = await newCharge();
    expect(await cards.createCharge(request)).toEqual({ chargeRef });
    expect(await cards.lookUpCharge({ chargeRef, sessionRef: null, reference })).toMatchObject({ status: 'open' });
    const paid = { chargeRef, reference, amountCents: 1000, status: 'succeeded', costCents: 59 };
    expect(await confirm()).toEqual(paid);
    expect(await confirm()).toEqual(paid);
    expect(await cards.confirmCharge({ chargeRef, key: 'another key' })).toEqual(paid);
    expect(await cards.cancelCharge(chargeRef)).toEqual(paid);
    expect(await cards.lookUpCharge({ chargeRef: null, sessionRef: null, reference })).toEqual(paid);
    expect(await sumOf(reference)).toEqual([
      ['charge', 1000],
      ['cost', -59],
    ]);
  });

  it('maps a decline, and a canceled charge does not replace it', async () => {
    const { chargeRef, confirm } = await newCharge(stripeCards.declinedLater);
    const declined = { status: 'failed', decline: { kind: 'hard', code: 'generic_decline' } };
    expect(await confirm()).toMatchObject(declined);
    expect(await cards.cancelCharge(chargeRef)).toMatchObject(declined);
  });

  it('ends a charge that needs approval, which the fan then gives on the hosted page', async () => {
    const { request, confirm } = await newCharge(stripeCards.asksAlways);
    expect(await confirm()).toMatchObject({ status: 'failed', decline: { kind: 'needs_action' } });
    const reference = `payment:${randomUUID()}`;
    const hosted = { ...page, customerRef: request.customerRef, reference, key: reference, amountCents: 1000 };
    const { sessionRef, url } = await cards.startPayment(hosted);
    expect(await cards.startPayment(hosted)).toEqual({ sessionRef, url });
    expect(await cards.lookUpCharge({ chargeRef: null, sessionRef, reference })).toMatchObject({ status: 'open', url });
    expect(await stripe.enterCard(url, stripeCards.asksAlways)).toBe(303);
    await cards.closeSession(sessionRef);
    expect(await cards.lookUpCharge({ chargeRef: null, sessionRef, reference })).toMatchObject({
      status: 'succeeded',
      reference,
      amountCents: 1000,
      costCents: 59,
    });
  });

  it('cancels a charge that is not confirmed', async () => {
    const { chargeRef, confirm } = await newCharge();
    expect(await cards.cancelCharge(chargeRef)).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
    expect(await confirm()).toMatchObject({ status: 'failed', decline: { kind: 'abandoned' } });
  });

  it('does not know a foreign reference, and calls a reused key an unknown outcome', async () => {
    const by = { chargeRef: null, sessionRef: null, reference: `payment:${randomUUID()}` };
    expect(await cards.lookUpCharge(by)).toBeNull();
    const { request } = await newCharge();
    await expect(cards.createCharge({ ...request, amountCents: 2000 })).rejects.toMatchObject({ kind: 'unknown' });
    await expect(cards.createCharge({ ...request, cardRef: 'pm_none', key: randomUUID() })).rejects.toMatchObject({
      name: 'ProcessorFault',
      kind: 'refused',
    });
  });
});

describe('refunds and payouts', () => {
  it('refunds once per reference, also after Stripe has forgotten the idempotency key', async () => {
    const { chargeRef, confirm } = await newCharge();
    await confirm();
    const reference = `refund:${randomUUID()}`;
    const refund = { chargeRef, amountCents: 1000, reference, key: reference };
    const done = await cards.refund(refund);
    expect(done).toMatchObject({ reference, amountCents: 1000, status: 'done' });
    expect(await cards.refund({ ...refund, key: `${reference}:later` })).toEqual(done);
    expect(await cards.lookUpRefund({ ref: done.ref, chargeRef: null, reference })).toEqual(done);
    expect(await sumOf(reference)).toEqual([['refund', -1000]]);
  });

  it('onboards a creator, transfers the money of a charge once and reverses it once', async () => {
    const userId = randomUUID();
    const who = { userId, email: 'maya@example.org', displayName: 'Maya', country: 'US', key: `account:${userId}` };
    const { accountRef } = await cards.onboarding.createAccount(who);
    const before = await cards.onboarding.lookUpAccount(accountRef);
    expect(before).toMatchObject({ accountRef, status: 'pending' });
    expect(before?.requirements.length).toBeGreaterThan(0);
    const { url } = await cards.onboarding.startOnboarding({
      accountRef,
      returnUrl: 'http://127.0.0.1:1/back',
      refreshUrl: 'http://127.0.0.1:1/again',
    });
    await stripe.process.submit(url, { outcome: 'ready' });
    expect(await cards.onboarding.lookUpAccount(accountRef)).toEqual({
      accountRef,
      status: 'ready',
      bankPrint: expect.stringMatching(/^[0-9a-f]{32}$/),
      requirements: [],
    });
    expect((await cards.onboarding.openDashboard(accountRef)).url).toContain('http');

    const { chargeRef, confirm } = await newCharge();
    await confirm();
    const reference = `payout:${randomUUID()}:1`;
    const purpose = purposeOf({ id: randomUUID(), title: '👩‍👩‍👧‍👦'.repeat(300) });
    const request = { accountRef, amountCents: 800, chargeRef, purpose, reference, key: reference };
    const done = await cards.payOut(request);
    expect(done).toMatchObject({ reference, amountCents: 800, status: 'done' });
    expect(await cards.payOut({ ...request, key: `${reference}:later` })).toEqual(done);
    expect(await cards.lookUpPayout({ ref: done.ref, reference })).toEqual(done);
    expect(await sumOf(reference)).toEqual([['payout', -800]]);
    const transfer = await stripe.client.transfers.retrieve(done.ref);
    expect(transfer.description).toBe(purpose.description);
    expect(transfer.metadata).toMatchObject({ pool_id: purpose.poolId, pool_title: purpose.poolTitle });

    const back = { transferRef: done.ref, amountCents: 300, reference: `reversal:${userId}`, key: userId };
    const reversed = await cards.reverseTransfer(back);
    expect(await cards.reverseTransfer({ ...back, key: randomUUID() })).toEqual(reversed);
    expect(await cards.lookUpReversal({ ...back, ref: null })).toEqual(reversed);
  });

  it('refuses a payout that the available balance does not cover', async () => {
    const reference = `payout:${randomUUID()}:1`;
    const request = { accountRef: 'acct_none', amountCents: 800, reference, key: reference };
    await expect(cards.payOut(request)).rejects.toMatchObject({ kind: 'refused' });
    expect(await cards.lookUpPayout({ ref: null, reference })).toBeNull();
  });
});

describe('disputes', () => {
  const texts = { productDescription: 'A song', receipt: 'Paid', terms: 'Agreed', accessLog: 'Heard it' };
  const evidence = { ...texts, customerName: 'ben', customerEmail: 'ben@example.org', serviceDate: new Date() };
  const charged = async () => {
    const { chargeRef, confirm } = await newCharge();
    await confirm();
    return (await stripe.client.paymentIntents.retrieve(chargeRef)).latest_charge;
  };
  const open = (more: object) => stripe.process.control<{ id: string }>('dispute', more);

  it('finds a dispute and submits its evidence once', async () => {
    const { chargeRef, confirm } = await newCharge('4000000000000259');
    await confirm();
    const [dispute] = await cards.disputes.listDisputes(new Date(Date.now() - 60_000));
    expect(dispute).toMatchObject({ chargeRef, amountCents: 1000, reason: 'fraudulent', status: 'needs_response' });
    const { disputeRef = '' } = dispute ?? {};
    const submitted = await cards.disputes.submitEvidence({ disputeRef, evidence, key: randomUUID() });
    expect(submitted.status).not.toBe('needs_response');
    expect((await cards.disputes.submitEvidence({ disputeRef, evidence, key: randomUUID() })).disputeRef).toBe(
      disputeRef,
    );
    expect(await cards.disputes.lookUpDispute('dp_none')).toBeNull();
  });

  it.each(['error_stored', 'error_after'] as const)(
    'submits evidence while Stripe repeats a stored failure: %s',
    async (kind) => {
      const { id: disputeRef } = await open({ charge: await charged(), inquiry: true });
      // The answer to the inquiry counts at Stripe, and is no answer to the dispute.
      await cards.disputes.submitEvidence({ disputeRef, evidence, key: randomUUID() });
      await stripe.process.control('escalate-inquiry', { dispute: disputeRef });
      const request = { disputeRef, evidence, key: randomUUID() };
      await stripe.process.setFaults({ rules: [{ kind, path: '/v1/disputes/', method: 'POST' }] });
      await expect(cards.disputes.submitEvidence(request)).rejects.toMatchObject({ kind: 'unknown' });
      expect(await cards.disputes.submitEvidence(request)).toMatchObject({ status: 'under_review' });
      const { evidence_details } = await stripe.client.disputes.retrieve(disputeRef);
      expect(evidence_details.submission_count).toBe(2);
    },
  );

  it('tells an inquiry and a dispute in another currency from one that took US dollars', async () => {
    const charge = await charged();
    const look = (id: string) => cards.disputes.lookUpDispute(id);
    const inquiry = await open({ charge, inquiry: true });
    expect(await look(inquiry.id)).toMatchObject({ inquiry: true, status: 'needs_response', feeCents: 0 });
    await stripe.process.control('escalate-inquiry', { dispute: inquiry.id });
    expect(await look(inquiry.id)).toMatchObject({ inquiry: false, status: 'needs_response', feeCents: 1500 });
    const closed = await open({ charge, inquiry: true });
    await stripe.process.control('close-dispute', { dispute: closed.id });
    expect(await look(closed.id)).toMatchObject({ inquiry: true, status: 'won' });
    const euros = await open({ charge, amount: 300, currency: 'eur' });
    expect(await look(euros.id)).toMatchObject({ otherCurrency: 'eur', amountCents: 300, inquiry: false });
    expect(await look(inquiry.id)).not.toHaveProperty('otherCurrency');
  });

  it('does not know a dispute or a warning of a charge without a PaymentIntent, which is not ours', async () => {
    const act = (action: string, charge: unknown) => stripe.process.control<{ id: string }>(action, { charge });
    const { id } = await act('foreign-charge', await charged());
    expect(await cards.disputes.lookUpDispute((await act('dispute', id)).id)).toBeNull();
    expect(await cards.disputes.lookUpFraudWarning((await act('fraud-warning', id)).id)).toBeNull();
    const since = new Date(Date.now() - 3_600_000);
    const listed = [...(await cards.disputes.listDisputes(since)), ...(await cards.disputes.listFraudWarnings(since))];
    expect(listed.filter((one) => !one.chargeRef)).toEqual([]);
  });

  it('finds an early fraud warning', async () => {
    const { chargeRef, confirm } = await newCharge('4000000000005423');
    await confirm();
    const [warning] = await cards.disputes.listFraudWarnings(new Date(Date.now() - 60_000));
    expect(warning).toMatchObject({ chargeRef, actionable: true });
    expect(await cards.disputes.lookUpFraudWarning(warning?.warningRef ?? '')).toEqual(warning);
  });
});

describe('lost answers', () => {
  const fault = (kind: FaultKind, path: string) =>
    stripe.process.setFaults({ rules: [{ kind, path, method: 'POST' }] });

  it('finds a charge whose confirmation reset the connection, and charges it once', async () => {
    const { chargeRef, reference, confirm } = await newCharge();
    await fault('reset_after', '/confirm$');
    // The SDK repeats a call once after a reset, under the same idempotency key.
    expect(await confirm()).toMatchObject({ status: 'succeeded' });
    expect(await cards.lookUpCharge({ chargeRef, sessionRef: null, reference })).toMatchObject({ status: 'succeeded' });
    expect((await stripe.process.state()).chargedTwice).toEqual([]);
  });

  it('finds a charge whose creation or confirmation answered 500 forever', async () => {
    for (const kind of ['error_after', 'error_before'] as const) {
      const { customerRef, cardRef } = await saveCard();
      const reference = `payment:${randomUUID()}`;
      const request = { customerRef, cardRef, amountCents: 1000, reference, description: 'A song', key: reference };
      await fault(kind, '/v1/payment_intents$');
      await expect(cards.createCharge(request)).rejects.toMatchObject({ kind: 'unknown' });
      const { chargeRef } = await cards.createCharge(request);
      const confirm = () => cards.confirmCharge({ chargeRef, key: `${reference}:confirm` });
      await fault(kind, '/confirm$');
      await expect(confirm()).rejects.toMatchObject({ kind: 'unknown' });
      expect(await confirm(), kind).toMatchObject({ status: 'succeeded', costCents: 59 });
      expect(await sumOf(reference)).toHaveLength(2);
    }
  });

  it('closes a page whose first close answered 500', async () => {
    const customerRef = await customer();
    const reference = `payment:${randomUUID()}`;
    const hosted = { ...page, customerRef, reference, key: reference, amountCents: 1000 };
    const { sessionRef } = await cards.startPayment(hosted);
    await fault('error_after', '/expire$');
    await expect(cards.closeSession(sessionRef)).rejects.toMatchObject({ kind: 'unknown' });
    await cards.closeSession(sessionRef);
    expect(await cards.lookUpCharge({ chargeRef: null, sessionRef, reference })).toMatchObject({ status: 'failed' });
  });

  it('repeats a call that Stripe refused with 429', async () => {
    const { confirm } = await newCharge();
    const rules = [{ kind: 'rate_limited' as const, path: '/confirm$', retryAfterSeconds: 0.1, times: 2 }];
    await stripe.process.setFaults({ rules });
    expect(await confirm()).toMatchObject({ status: 'succeeded' });
  });

  it('calls a malformed body an unknown outcome, and the next try succeeds', async () => {
    for (const kind of ['malformed', 'wrong_type'] as const) {
      const { confirm } = await newCharge();
      await fault(kind, '/confirm$');
      await expect(confirm(), kind).rejects.toMatchObject({ kind: 'unknown' });
      expect(await confirm(), kind).toMatchObject({ status: 'succeeded' });
    }
  });

  it('gives one page to four concurrent calls with one key', async () => {
    const key = `payment:${randomUUID()}`;
    const request = { ...page, customerRef: await customer(), reference: key, key, amountCents: 1000 };
    await stripe.process.control('settings', { latencyMs: 30 });
    const pages = await Promise.all(Array.from({ length: 4 }, () => cards.startPayment(request)));
    await stripe.process.control('settings', { latencyMs: 0 });
    expect(new Set(pages.map(({ sessionRef }) => sessionRef)).size).toBe(1);
  });

  it('finds a refund and a page whose answers were lost', async () => {
    const { chargeRef, confirm, request } = await newCharge();
    await confirm();
    const reference = `refund:${randomUUID()}`;
    const refund = { chargeRef, amountCents: 1000, reference, key: reference };
    await fault('error_after', '/v1/refunds$');
    await expect(cards.refund(refund)).rejects.toMatchObject({ kind: 'unknown' });
    expect(await cards.refund(refund)).toMatchObject({ reference, status: 'done' });
    expect(await sumOf(reference)).toEqual([['refund', -1000]]);

    const key = `payment:${randomUUID()}`;
    const hosted = { ...page, customerRef: request.customerRef, reference: key, key, amountCents: 1000 };
    await fault('error_after', '/v1/checkout/sessions$');
    await expect(cards.startPayment(hosted)).rejects.toMatchObject({ kind: 'unknown' });
    expect(await cards.startPayment(hosted)).toMatchObject({ url: expect.stringContaining('/checkout/') });
  });
});

it('tests itself, and names what Stripe still needs', async () => {
  expect((await cards.selfTest()).filter(({ ok }) => !ok)).toEqual([]);
  await stripe.process.control('settings', { platform: { country: 'US', chargesEnabled: false, transfers: 'active' } });
  expect((await cards.selfTest()).filter(({ ok }) => !ok)).toMatchObject([
    { name: 'Stripe charges' },
    { name: 'Stripe payouts to your bank', message: expect.stringContaining('Set them to manual') },
  ]);
});
