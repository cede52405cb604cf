import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { instant, uuid } from '#contract/values/field-schemas.ts';
import { adminPagination, pageNumber } from '#contract/values/paging.ts';

/** The kinds of things that audited actions act on. `call` is an endpoint that refused a person. */
export const auditTargetKinds = [
  'user',
  'pool',
  'creator_application',
  'creator_profile',
  'pool_claim',
  'creator_claim',
  'content_claim',
  'objection',
  'report',
  'update',
  'comment',
  'message',
  'image',
  'takedown_notice',
  'performer_records',
  'room',
  'chat',
  'money',
  'dispute',
  'payment',
  'jobs',
  'operator',
  'webhook',
  'call',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** A done action, or an attempt that the server refused. */
export const auditStatuses = ['done', 'refused'] as const;
export const auditStatus = z.enum(auditStatuses);
export type AuditStatus = z.infer<typeof auditStatus>;

const auditValues = z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.null()]));

export const auditItem = z.object({
  /** The row's number in the chain: 1, 2, 3 … without a gap. */
  id: z.number().int(),
  status: auditStatus,
  /** One of `auditActions`; rows of later versions may have others. */
  action: z.string(),
  /** Null when the server acted on its own, such as at the end of a suspension. */
  actor: userSummary.nullable(),
  target: z.object({
    kind: z.string(),
    id: z.string(),
    /** A name for people: the username, the pool's title, the called address. Null if the thing no longer has one. */
    label: z.string().nullable(),
    /** The page that shows it; null if there is none. */
    path: z.string().nullable(),
  }),
  /** The person or the pool that the action was about, if there is one. */
  userId: uuid.nullable(),
  poolId: uuid.nullable(),
  before: auditValues,
  after: auditValues,
  reason: z.string().nullable(),
  ip: z.string(),
  at: z.iso.datetime(),
  /** SHA-256 of this row and the previous row's hash, in hexadecimal. */
  hash: z.string(),
});
export type AuditItem = z.infer<typeof auditItem>;

export const auditQuery = z.object({
  /** In the reason; or a person's name, email or id; or the title of a pool; or the words of an action; or the id of a target. */
  search: z.string().trim().max(200).optional(),
  status: z.enum([...auditStatus.options, '']).optional(),
  /** The person who acted. */
  actorId: uuid.optional(),
  action: z.string().max(100).optional(),
  targetKind: z.string().max(100).optional(),
  targetId: z.string().max(300).optional(),
  /** The earliest and the latest time, both included. */
  from: instant().optional(),
  to: instant().optional(),
  sort: z.enum(['newest', 'oldest']).default('newest'),
  page: pageNumber,
});

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'List admin actions and refused attempts, each with before, after, reason, IP address and time',
  who: 'admin',
  scope: 'admin:read',
  query: auditQuery,
  output: z.object({ items: z.array(auditItem), pagination: adminPagination }),
});

export const getAuditRow = endpoint({
  method: 'GET',
  path: '/api/admin/audit/:number',
  summary: 'Get one row of the audit trail by its number in the chain',
  who: 'admin',
  params: z.object({ number: z.coerce.number<number | string>().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  output: auditItem,
});
