import type { JobKind } from '#server/platform/jobs/jobs.ts';

/** The job kinds of money, apart from their handlers so that an operation can enqueue a job without importing its handler. */
export const refundJob: JobKind<{ refundId: string }> = { kind: 'money.refund', queue: 'money' };
export const payoutJob: JobKind<{ payoutId: string }> = { kind: 'money.payout', queue: 'money' };
export const evidenceJob: JobKind<{ disputeId: string }> = { kind: 'money.evidence', queue: 'money' };
export const webhookJob: JobKind<{ processor: string; eventId: string }> = { kind: 'money.webhook', queue: 'money' };
export const forgetCardJob: JobKind<{ cardRef: string }> = { kind: 'money.forget_card', queue: 'money' };
