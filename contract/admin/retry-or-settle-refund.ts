import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { byUuid } from '#contract/pools/pools.ts';
import { decisionReason } from './admin-list.ts';
import { movementDetail } from './money-lists.ts';

export const retryRefund = endpoint({
  method: 'POST',
  path: '/api/admin/money/refunds/:id/retry',
  summary: 'Retry a failed refund, unless the processor made it after all; each attempt is retried once',
  who: 'admin',
  params: byUuid,
  /** The failed attempt that the admin saw. */
  body: z.object({ attempt: z.number().int().min(1).max(100_000) }),
  output: movementDetail,
  errors: ['own_decision', 'conflict', 'approval_waiting', 'unavailable'],
  freshProof: true,
});

export const settleRefundOutside = endpoint({
  method: 'POST',
  path: '/api/admin/money/refunds/:id/settle-outside',
  summary:
    'Record that a refund that failed or came back was paid outside the card processor, unless the processor made it after all; each attempt is settled once',
  who: 'admin',
  params: byUuid,
  body: z.object({
    /** The attempt that the admin saw. */
    attempt: z.number().int().min(1).max(100_000),
    /** How the fan was paid. The fan reads it. */
    reason: decisionReason,
  }),
  output: movementDetail,
  errors: ['own_decision', 'conflict', 'approval_waiting', 'unavailable'],
  freshProof: true,
});
