import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** Money's jobs by kind, so that an operation can enqueue one without knowing its handler. */
export const refundJob: JobKind<{ refundId: string }> = { kind: 'money.refund', queue: 'money' };
export const payoutJob: JobKind<{ payoutId: string }> = { kind: 'money.payout', queue: 'money' };
export const webhookJob: JobKind<{ processor: string; eventId: string }> = { kind: 'money.webhook', queue: 'money' };
export const forgetCardJob: JobKind<{ cardRef: string }> = { kind: 'money.forget_card', queue: 'money' };
