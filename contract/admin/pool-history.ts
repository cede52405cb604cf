import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { claimStatus } from '#contract/delivery.ts';
import { endpoint } from '#contract/endpoint.ts';
import { byUuid, poolStatus } from '#contract/pools/pools.ts';
import { reportStatus } from '#contract/reports.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { adminPoolItem } from './moderation.ts';

const time = z.iso.datetime();
const cents = z.int();
/** The newest entries of one part of the history, at most `limits.adminHistory`. */
const latest = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), totalCount: z.int() });

export const poolHistoryEvent = z.object({
  from: poolStatus.nullable(),
  to: poolStatus,
  at: time,
  reason: z.string().nullable(),
  /** Null if the server acted, such as when a deadline passed. */
  actor: userSummary.nullable(),
});
export const poolHistoryPledge = z.object({
  id: uuid,
  fan: userSummary,
  anonymous: z.boolean(),
  amountCents: cents,
  status: z.string(),
  createdAt: time,
});
/** An attempt to charge a card. */
export const poolHistoryCharge = z.object({
  id: uuid,
  fan: userSummary,
  attempt: z.int(),
  status: z.enum(['created', 'processing', 'succeeded', 'failed', 'stray']),
  amountCents: cents,
  refundedCents: cents,
  /** The processor's cost. */
  costCents: cents,
  declineReason: z.string().nullable(),
  createdAt: time,
  settledAt: time.nullable(),
});
export const poolHistoryDelivery = z.object({
  id: uuid,
  status: claimStatus,
  creator: userSummary,
  fileCount: z.int(),
  reason: z.string().nullable(),
  createdAt: time,
  decidedAt: time.nullable(),
});
/** A report of a message in the pool's chat, of one of its comments, of its delivery, or of the pool itself. */
export const poolHistoryReport = z.object({
  id: uuid,
  kind: z.string(),
  status: reportStatus,
  reporter: userSummary,
  excerpt: z.string(),
  reason: z.string(),
  createdAt: time,
});

export const adminPoolDetail = adminPoolItem.extend({
  endReason: z.string().nullable(),
  events: latest(poolHistoryEvent),
  pledges: latest(poolHistoryPledge),
  charges: latest(poolHistoryCharge),
  deliveries: latest(poolHistoryDelivery),
  reports: latest(poolHistoryReport),
});
export type AdminPoolDetail = z.infer<typeof adminPoolDetail>;

export const getAdminPool = endpoint({
  method: 'GET',
  path: '/api/admin/pools/:id',
  summary: 'Get a pool with its history: events, pledges, charges, deliveries and reports',
  who: 'admin',
  params: byUuid,
  output: adminPoolDetail,
});
