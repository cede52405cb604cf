import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { uuid } from '#contract/values/field-schemas.ts';

/** The kinds of requests for a second admin. */
export const approvalKinds = [
  'payment.refund',
  'refund.retry',
  'refund.settle_outside',
  'delivery.approve',
  'user.promote',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** A request that waits, beside the thing that it is about. */
export const waitingApproval = z.object({
  id: uuid,
  kind: z.enum(approvalKinds),
  requester: userSummary,
  /** Null for a new admin. */
  amountCents: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type WaitingApproval = z.infer<typeof waitingApproval>;

/** A decision concerns the admin who reads it, so another one has to take it. Absent in exports. */
export const own = z.boolean().optional();
