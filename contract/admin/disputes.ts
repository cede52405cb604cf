import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { byUuid } from '#contract/pools/pools.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { pageNumber } from '#contract/values/paging.ts';
import { paged } from './admin-list.ts';
import { paidCharge } from './refunds.ts';

const cents = z.number().int();
const isoDate = z.iso.datetime();

/**
 * `warning`: an early fraud warning, which may become a dispute. `inquiry`: the bank asks about a payment without taking it.
 * `other_currency`: a dispute that is not in US dollars, so the ledger does not contain it.
 */
export const disputeStatuses = [
  'needs_response',
  'under_review',
  'won',
  'lost',
  'warning',
  'inquiry',
  'other_currency',
] as const;

/** The bank's decision about an inquiry or a dispute in another currency; a closed inquiry is `won`. */
export const unbookedStages = ['needs_response', 'under_review', 'won', 'lost'] as const;

export const disputeItem = z.object({
  id: uuid,
  status: z.enum(disputeStatuses),
  /** Of an inquiry or a dispute in another currency; null for others. */
  stage: z.enum(unbookedStages).nullable(),
  /** The bank's reason in plain words. */
  reason: z.string(),
  /** In the smallest unit of the currency. */
  amountCents: cents,
  /** The ISO code of the currency, such as "EUR"; null for US dollars. */
  currency: z.string().nullable(),
  /** The processor's fee for the dispute. */
  feeCents: cents,
  poolId: uuid.nullable(),
  poolTitle: z.string().nullable(),
  /** The fan; null if they deleted their account. */
  username: z.string().nullable(),
  /** The end of the time for evidence; null if the processor takes none. */
  dueAt: isoDate.nullable(),
  /** When an admin submitted evidence. */
  evidenceAt: isoDate.nullable(),
  openedAt: isoDate,
  settledAt: isoDate.nullable(),
  /** Of a warning: whether the payment was refunded since, and whether a refund can still prevent a dispute. */
  refunded: z.boolean(),
  actionable: z.boolean(),
  processorRef: z.string(),
});
export type DisputeItem = z.infer<typeof disputeItem>;

/** The evidence as the bank gets it. */
export const evidencePreview = z.object({
  productDescription: z.string(),
  /** Null once the fan has deleted their account. */
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  serviceDate: isoDate.nullable(),
  receipt: z.string(),
  terms: z.string(),
  accessLog: z.string(),
});
export type EvidencePreview = z.infer<typeof evidencePreview>;

export const disputeDetail = disputeItem.extend({
  /** The events of the payment and its dispute, the oldest first. */
  timeline: z.array(z.object({ at: isoDate, text: z.string() })),
  /** The submitted evidence, or the evidence that a click submits now; null for a warning. */
  evidence: evidencePreview.nullable(),
  canSubmit: z.boolean(),
  /** Whether the processor has received the evidence. */
  evidenceSent: z.boolean(),
  /** Why the processor refused the last evidence. */
  evidenceError: z.string().nullable(),
  /** The charge that it is about. */
  charge: paidCharge.nullable(),
});
export type DisputeDetail = z.infer<typeof disputeDetail>;

/** `open`: needs an answer, or under review. `unbooked`: inquiries and disputes in another currency. */
export const disputeFilters = ['open', 'needs_response', 'under_review', 'won', 'lost', 'warning', 'unbooked'] as const;
/** `due`: the least time for evidence first, among open disputes; otherwise it means `newest`. */
export const disputeSorts = ['due', 'newest', 'oldest', 'amount', '-amount'] as const;

export const listDisputes = endpoint({
  method: 'GET',
  path: '/api/admin/money/disputes',
  summary:
    'List disputes, early fraud warnings, or what the ledger does not contain; the search takes people, pools, ids and references of the processor',
  who: 'admin',
  scope: 'admin:read',
  query: z.object({
    search: z.string().trim().max(200).optional(),
    status: z.enum([...disputeFilters, '']).optional(),
    sort: z.enum(disputeSorts).default('due'),
    page: pageNumber,
  }),
  output: paged(disputeItem),
});

export const getDispute = endpoint({
  method: 'GET',
  path: '/api/admin/money/disputes/:id',
  summary: 'Get a dispute with its timeline and its evidence',
  who: 'admin',
  params: byUuid,
  output: disputeDetail,
});

export const submitEvidence = endpoint({
  method: 'POST',
  path: '/api/admin/money/disputes/:id/evidence',
  summary: 'Submit the evidence of a dispute to the bank, once',
  who: 'admin',
  params: byUuid,
  output: disputeDetail,
  errors: ['own_decision'],
});
