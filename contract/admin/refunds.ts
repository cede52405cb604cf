import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { pledgeStatus } from '#contract/pledges/pledge-view.ts';
import { byUuid } from '#contract/pools/pools.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { decisionReason } from './admin-list.ts';
import { waitingApproval } from './approval-summary.ts';

const cents = z.number().int();

/** A paid charge: its refunds, and the amount that an admin can refund. */
export const paidCharge = z.object({
  paymentId: uuid,
  paidCents: cents,
  refundedCents: cents,
  /** The amount that neither refunds nor disputes returned to the fan. */
  leftCents: cents,
  /** The money was released to the creator, so their part of a refund becomes their debt. */
  released: z.boolean(),
  /** Of a `refund_pending` pledge an admin can only refund all that is left. */
  pledgeStatus,
  /** Why an admin cannot refund now, as a sentence; null if they can. */
  blocked: z.string().nullable(),
  /** The request to a second admin; null if none waits. */
  waiting: waitingApproval.nullable(),
  /** The newest first. */
  refunds: z.array(
    z.object({
      id: uuid,
      amountCents: cents,
      result: z.enum(['pending', 'done', 'outside', 'failed', 'returned']),
      /** Why it was made, how an admin paid it outside the card processor, why the processor refused it, or why the bank returned it. */
      reason: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type PaidCharge = z.infer<typeof paidCharge>;

export const refundPayment = endpoint({
  method: 'POST',
  path: '/api/admin/money/payments/:id/refunds',
  summary:
    'Refund a paid charge, or a part of it, to the card that paid, or ask a second admin if it exceeds the limit; the fan gets the reason, and a repeated key refunds once',
  who: 'admin',
  params: byUuid,
  body: z.object({
    requestKey: uuid,
    amountCents: cents.min(1).max(limits.pledgeCents.max),
    reason: decisionReason,
  }),
  output: paidCharge,
  errors: ['own_decision', 'conflict', 'approval_waiting'],
  freshProof: true,
});
