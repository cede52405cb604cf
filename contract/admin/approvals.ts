import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { byUuid } from '#contract/pools/pools.ts';
import { pageNumber } from '#contract/values/paging.ts';
import { decisionReason, paged } from './admin-list.ts';
import { waitingApproval } from './approval-summary.ts';

export const approvalStatuses = ['waiting', 'approved', 'refused', 'withdrawn', 'lapsed'] as const;

export const approvalItem = waitingApproval.extend({
  status: z.enum(approvalStatuses),
  title: z.string(),
  /** The thing that it is about, and the page that shows it. */
  about: z.object({ label: z.string(), path: z.string().nullable() }),
  reason: z.string().nullable(),
  /** Null if no one has decided, and for the operator's command line. */
  decidedBy: userSummary.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
  can: z.object({
    decide: z.boolean(),
    withdraw: z.boolean(),
    /** Why the viewer cannot decide; null if they can, and once it is decided. */
    blocked: z.string().nullable(),
  }),
});
export type ApprovalItem = z.infer<typeof approvalItem>;

export const listApprovals = endpoint({
  method: 'GET',
  path: '/api/admin/approvals',
  summary: 'List the requests for a second admin, the oldest first; or with another status the newest decisions',
  who: 'admin',
  scope: 'admin:read',
  query: z.object({ status: z.enum(['waiting', 'decided']).default('waiting'), page: pageNumber }),
  output: paged(approvalItem),
});

export const decideApproval = endpoint({
  method: 'PATCH',
  path: '/api/admin/approvals/:id',
  summary:
    'Approve a request as the second admin, which carries it out, or refuse it; the admin who asked can withdraw it',
  who: 'admin',
  params: byUuid,
  body: z.object({
    decision: z.enum(['approve', 'refuse', 'withdraw']),
    /** Needed to refuse. The admin who asked reads it. */
    reason: decisionReason.optional(),
  }),
  output: approvalItem,
  errors: ['own_decision', 'conflict', 'unavailable', 'pool_state', 'pool_frozen'],
  freshProof: true,
});

export const getApprovalTerms = endpoint({
  method: 'GET',
  path: '/api/admin/approval-terms',
  summary: 'Get the amount that I may still refund alone within 24 hours, and the number of other admins',
  who: 'admin',
  output: z.object({
    /** Null without a limit. */
    limitCents: z.number().int().nullable(),
    leftCents: z.number().int().nullable(),
    otherAdmins: z.number().int(),
    /** Making someone an admin waits for a second one. */
    promotionWaits: z.boolean(),
  }),
});
