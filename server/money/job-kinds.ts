import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** The job kinds of money, apart from their handlers so that an operation can enqueue a job without importing its handler. */
export const refundJob: JobKind<{ refundId: string }> = { kind: 'money.refund', queue: 'money' };
/** Asks the processor about a failed attempt at a refund, then sends the next one. */
export const retryRefundJob: JobKind<{ refundId: string; attempt: number }> = {
  kind: 'money.retry_refund',
  queue: 'money',
};
export const evidenceJob: JobKind<{ disputeId: string }> = { kind: 'money.evidence', queue: 'money' };
export const payoutPartJob: JobKind<{ partId: string }> = { kind: 'money.payout_part', queue: 'money' };
export const startPayoutJob: JobKind<{ payoutId: string }> = { kind: 'money.start_payout', queue: 'money' };
export const reversalJob: JobKind<{ reversalId: string }> = { kind: 'money.reversal', queue: 'money' };
export const webhookJob: JobKind<{ processor: string; eventId: string }> = { kind: 'money.webhook', queue: 'money' };
/** Deletes the customers of a person who has deleted their account. */
export const forgetCustomerJob: JobKind<{ userId: string }> = { kind: 'money.forget_customer', queue: 'money' };
/** Jobs that an earlier version enqueued name no processor. */
export const forgetCardJob: JobKind<{ cardRef: string; processor?: string }> = {
  kind: 'money.forget_card',
  queue: 'money',
};
