import type { PlantedBug } from './planted-bug.ts';
import { poolBugs } from './planted-pool-bugs.ts';

export type { PlantedBug };

/** The source of a file with a bug in it. Throws if the text of the bug does not occur exactly once. */
export function withBug(source: string, { name, file, text, replacement }: PlantedBug): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${name}: its text occurs ${parts.length - 1} times in ${file}, not once`);
  return parts.join(replacement);
}

const oneChargeModel = {
  file: 'server/money/one-charge-model.int.test.ts',
  title: 'schedules of concurrent calls, lost answers and crashes',
};
const balanceModel = {
  file: 'server/money/money-model.test.ts',
  title: 'keeps the balances consistent at every step and ends with the state of the processor',
};
const ledgerModel = {
  file: 'server/money/money-model.int.test.ts',
  title: 'keeps the ledger consistent for any order of charges, refunds and releases with any lost answers',
};

const startedAttempt = {
  file: 'server/money/charges.int.test.ts',
  title:
    'keeps a started attempt when another charge failed, a second one is created, or a repeated request is refused',
};
const secondPage = {
  file: 'server/money/hosted-pages/hosted-pages.int.test.ts',
  title: 'closes a second page of an attempt, which the processor opens once it has forgotten the key',
};

/** `npm test` plants the first two, which need no database. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'paid-charge-is-booked-again',
    file: 'server/money/payments.ts',
    text: "const settled = current === 'succeeded' || current === 'stray';",
    replacement: "const settled = current === 'stray';",
    foundBy: balanceModel,
  },
  {
    name: 'shares-lose-a-cent-to-rounding',
    file: 'server/money/payouts/share-by-payment.ts',
    text: 'const shareCents = Number(upTo - given);',
    replacement: 'const shareCents = Number((BigInt(payment.amountCents) * BigInt(sumCents)) / (total || 1n));',
    foundBy: { file: 'server/money/payouts/share-by-payment.test.ts', title: 'divides a sum without losing a cent' },
  },
  {
    name: 'fee-and-net-are-rounded-apart',
    file: 'contract/values/fees.ts',
    text: 'const netCents = paidCents - platformFeeCents - processorCostCents;',
    replacement: 'const netCents = percentOf(paidCents, 100 - feePercent) - processorCostCents;',
    foundBy: { file: 'server/money/money-model.test.ts', title: 'sum to the paid amount and are never negative' },
  },
  {
    name: 'server-error-of-stripe-is-a-refusal',
    file: 'server/money/stripe/faults.ts',
    text: 'if (error instanceof StripeAPIError) return false;',
    replacement: 'if (error instanceof StripeAPIError) return true;',
    foundBy: { file: 'server/money/stripe/stripe-mappings.test.ts', title: 'only certain refusals count as refused' },
  },
  {
    name: 'creator-is-paid-despite-an-objection',
    file: 'server/pools/lifecycle/pool-lifecycle.ts',
    text: "return pool.openObjections > 0 || pool.isCreatorSuspended ? stay : move('completed', { endedAt: now });",
    replacement: "return move('completed', { endedAt: now });",
    foundBy: {
      file: 'server/pools/lifecycle/pool-lifecycle.property.test.ts',
      title: 'never ends with unassigned money',
    },
  },
  {
    name: 'fan-pays-after-the-window',
    file: 'server/pledges/policy.ts',
    text: "(pledge.status === 'notified' && collecting && pledge.due)",
    replacement: "(pledge.status === 'notified' && collecting)",
    foundBy: { file: 'server/pledges/policy.test.ts', title: 'no charge begins after the payment window' },
  },
  {
    name: 'payment-window-ends-unasked',
    file: 'server/pledges/settle-pages.ts',
    text: "if (pool.status === 'collecting') {",
    replacement: "if (pool.status === 'shortfall') {",
    foundBy: {
      file: 'testing/journeys/paid-in-time.int.test.ts',
      title: 'counts every payment that was made before the end of the payment window',
    },
  },
  {
    name: 'goal-restarts-the-time-to-answer',
    file: 'server/pools/lifecycle/answer-window.ts',
    text: 'pool.responseLeftMs ?? windows.responseMs',
    replacement: 'windows.responseMs',
    foundBy: { file: 'server/pools/lifecycle/answer-window.test.ts', title: 'pauses the time to answer' },
  },
  {
    name: 'charge-of-an-ended-pledge-is-kept',
    file: 'server/pledges/pledge-lifecycle.ts',
    text: "return to(phase === 'collecting' || phase === 'holding' ? 'paid' : 'refund_pending');",
    replacement: "return to('paid');",
    foundBy: { file: 'server/pledges/pledge-lifecycle.test.ts', title: 'charged after the end' },
  },
  {
    name: 'each-try-opens-another-page',
    file: 'server/money/hosted-pages/open-page.ts',
    text: '{ userId: payment.userId, key: payment.idempotencyKey },',
    replacement: '{ userId: payment.userId, key: `${payment.idempotencyKey}:${performance.now()}` },',
    foundBy: oneChargeModel,
  },
  {
    name: 'each-try-creates-another-charge',
    file: 'server/money/drive-charge.ts',
    text: 'key: idempotencyKey,',
    replacement: 'key: `${idempotencyKey}:${performance.now()}`,',
    foundBy: oneChargeModel,
  },
  {
    name: 'reconciler-skips-charges-under-way',
    file: 'server/money/payments.sql.ts',
    text: "where status in ('created', 'processing') and processor = ${processor}",
    replacement: "where status = 'created' and processor = ${processor}",
    foundBy: oneChargeModel,
  },
  {
    name: 'abandoned-page-stays-open',
    file: 'server/money/hosted-pages/close-hosted-payment.ts',
    text: 'await cards.closeSession(sessionRef);',
    replacement: '',
    foundBy: oneChargeModel,
  },
  {
    name: 'page-counts-as-closed-unasked',
    file: 'server/money/hosted-pages/close-hosted-payment.ts',
    text: `await cards.closeSession(sessionRef);
  const { processorRef: chargeRef, idempotencyKey: reference } = payment;
  const state = await cards.lookUpCharge({ chargeRef, sessionRef, reference });`,
    replacement: `const { amountCents, idempotencyKey: reference } = payment;
  const decline = { kind: 'abandoned', code: 'abandoned', reason: 'The fan left the page.' };
  const state = { status: 'failed', chargeRef: null, reference, amountCents, decline };`,
    foundBy: oneChargeModel,
  },
  {
    name: 'refunded-payment-is-released-too',
    file: 'server/money/payments.sql.ts',
    text: "processor = ${processor} and status = 'succeeded' and claimed_by is null",
    replacement: "processor = ${processor} and status = 'succeeded'",
    foundBy: ledgerModel,
  },
  {
    name: 'journal-of-a-refund-does-not-balance',
    file: 'server/money/refunds/settle-refund.ts',
    text: '[...bearers, { account: payer, amountCents: -amountCents }];',
    replacement: '[...bearers, { account: payer, amountCents: 1 - amountCents }];',
    foundBy: ledgerModel,
  },
  {
    name: 'lost-answer-is-a-decline',
    file: 'server/money/drive-charge.ts',
    text: "if (fault === 'unknown' || state) return { status: 'unsettled', paymentId: payment.id };",
    replacement: "if (state) return { status: 'unsettled', paymentId: payment.id };",
    foundBy: { file: 'server/money/charges.int.test.ts', title: 'leaves the attempt open while the processor' },
  },
  {
    name: 'late-decline-undoes-a-charge',
    file: 'server/money/payments.ts',
    text: "if (settled || state.status === 'open') return { to: 'same' };",
    replacement: "if ((settled && state.status !== 'failed') || state.status === 'open') return { to: 'same' };",
    foundBy: { file: 'server/money/charges.int.test.ts', title: 'ignores a failure that arrives after success' },
  },
  {
    name: 'another-amount-is-booked',
    file: 'server/money/settle-payment.ts',
    text: 'if (state.amountCents === payment.amountCents || (await isLostCharge(db.sql, payment, state))) return true;',
    replacement: 'return true;',
    foundBy: { file: 'server/money/charges.int.test.ts', title: 'ignores a state with another amount or reference' },
  },
  {
    name: 'failure-of-another-charge-counts',
    file: 'server/money/settle-payment.ts',
    text: 'if (isFailureOfAnother(before, state)) return outcomeOf(before);',
    replacement: '',
    foundBy: startedAttempt,
  },
  {
    name: 'second-charge-of-an-attempt-is-confirmed',
    file: 'server/money/begin-charge.ts',
    text: '(now.processorRef !== null && now.processorRef !== chargeRef)',
    replacement: 'false',
    foundBy: startedAttempt,
  },
  {
    name: 'refusal-ends-an-attempt-with-a-charge',
    file: 'server/money/fail-refused-attempt.ts',
    text: ' || payment.processorRef !== null',
    replacement: '',
    foundBy: startedAttempt,
  },
  {
    name: 'second-page-stays-open',
    file: 'server/money/hosted-pages/open-page.ts',
    text: 'if (!live) await cards.closeSession(sessionRef);',
    replacement: '',
    foundBy: secondPage,
  },
  {
    name: 'second-page-replaces-the-first',
    file: 'server/money/payments.sql.ts',
    text: ' and (session_ref is null or session_ref = ${sessionRef})',
    replacement: '',
    foundBy: secondPage,
  },
  {
    name: 'subject-is-not-locked',
    file: 'server/money/with-subject-locks.ts',
    text: "await context.facts.publish(tx, 'payment.locking', { subject });",
    replacement: '',
    foundBy: { file: 'server/money/charges.int.test.ts', title: 'locks the subject before the payment' },
  },
  {
    name: 'pool-is-not-locked-before-a-charge',
    file: 'server/pledges/pledges.sql.ts',
    text: 'where id = (select pool_id from pledges where id = ${pledgeId}) for no key update`',
    replacement: 'where id = (select pool_id from pledges where id = ${pledgeId})`',
    foundBy: { file: 'server/pledges/collecting.int.test.ts', title: 'waits for an admin who freezes the pool' },
  },
  {
    name: 'ended-pledge-is-charged',
    file: 'server/money/begin-charge.ts',
    text: 'if (!isUnwanted(error)) throw error;',
    replacement: 'return markProcessing(tx, id, chargeRef).then(() => true);',
    foundBy: { file: 'server/money/unwanted-charges.int.test.ts', title: 'is canceled, even if a worker is about to' },
  },
  {
    name: 'ended-pledge-keeps-its-page',
    file: 'server/money/close-subject.ts',
    text: 'for (const payment of await listUnsettledOf(context.db.sql, subject)) {',
    replacement: `for (const payment of await listUnsettledOf(context.db.sql, subject)) {
      if (payment.kind === 'hosted') continue;`,
    foundBy: { file: 'server/pledges/pledge-outcomes.int.test.ts', title: 'when the pool is removed while collecting' },
  },
  {
    name: 'webhook-is-stored-each-time',
    file: 'server/money/webhooks/receive-webhook.ts',
    text: 'const event = await cards.readWebhook(rawBody, headers);',
    replacement: `const sent = await cards.readWebhook(rawBody, headers);
      const event = { ...sent, id: sent.id + performance.now() };`,
    foundBy: { file: 'server/money/webhooks/webhooks.int.test.ts', title: 'one effect for 105 copies of one event' },
  },
  {
    name: 'retried-payout-sends-paid-parts-again',
    file: 'server/money/payouts/payout-parts.sql.ts',
    text: "from payout_parts where payout_id = ${payoutId} and status = 'failed'",
    replacement: 'from payout_parts where payout_id = ${payoutId}',
    foundBy: { file: 'server/money/payouts/payouts.int.test.ts', title: 'sends only that one again' },
  },
  {
    name: 'debt-is-deducted-and-reversed',
    file: 'server/money/payouts/debts.sql.ts',
    text: 'return Math.max(0, debtCents - (reversing?.cents ?? 0));',
    replacement: 'return debtCents;',
    foundBy: { file: 'server/money/payouts/payouts.int.test.ts', title: 'what an open reversal may still take back' },
  },
  {
    name: 'creator-keeps-a-refunded-share',
    file: 'server/money/refunds/settle-refund.ts',
    text: "const afterRelease = holderOf(payment) === 'creator';",
    replacement: 'const afterRelease = false;',
    foundBy: { file: 'server/money/refunds/partial-refunds.int.test.ts', title: 'makes the creator owe their share' },
  },
  {
    name: 'disputed-share-is-not-frozen',
    file: 'server/money/disputes/disputes.sql.ts',
    text: 'update payments set claimed_by = ${`dispute:${disputeId}`}',
    replacement: 'update payments set claimed_by = null',
    foundBy: { file: 'server/money/disputes/disputes.int.test.ts', title: 'neither a release nor a refund takes it' },
  },
  {
    name: 'late-pledge-outlives-its-creator',
    file: 'server/pools/lifecycle/end-pools-for-deletion.ts',
    text: "await context.facts.publish(tx, 'pool.late_pledges_ended', { poolId: pool.id });",
    replacement: '',
    foundBy: {
      file: 'testing/journeys/leaving-creators.int.test.ts',
      title: 'a late payment that is booked after it is refunded',
    },
  },
  {
    name: 'late-fan-pays-for-a-withheld-delivery',
    file: 'server/pledges/policy.ts',
    text: 'allowLatePledges && !deliveryWithheld && !creatorSuspended &&',
    replacement: 'allowLatePledges &&',
    foundBy: {
      file: 'testing/journeys/disabled-deliveries.int.test.ts',
      title: 'charges no fan who pledges at the moment in which it is disabled',
    },
  },
  ...poolBugs,
];
