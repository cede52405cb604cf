import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { type Message, msg } from '#contract/language/text.ts';
import { instant, uuid } from '#contract/values/field-schemas.ts';
import { adminPagination, pageNumber } from '#contract/values/paging.ts';

/**
 * Every audited action, with words that complete "Mira Stone …". A module adds its actions here before it writes them. The order is
 * the order of filters.
 */
export const auditActions = {
  'user.role': msg`changed this person’s role`,
  'user.verified': msg`verified this person`,
  'user.unverified': msg`withdrew this person’s verification`,
  'user.suspended': msg`suspended this person`,
  'user.suspension_changed': msg`changed this person’s suspension`,
  'user.suspension_lifted': msg`lifted this person’s suspension`,
  'user.suspension_ended': msg`ended this person’s suspension on its date`,
  'user.payouts_held': msg`held this person’s payouts`,
  'user.payouts_released': msg`released this person’s payouts`,
  'user.session_ended': msg`ended one of this person’s sessions`,
  'user.sessions_ended': msg`ended all of this person’s sessions`,
  'user.password_reset': msg`emailed this person a password reset link`,
  'user.factors_removed': msg`removed this person’s second step on the server`,
  'user.deleted': msg`deleted this person’s account`,
  'pool.open': msg`opened this pool`,
  'pool.highlight': msg`highlighted this pool`,
  'pool.unhighlight': msg`removed this pool’s highlight`,
  'pool.freeze': msg`froze this pool`,
  'pool.unfreeze': msg`unfroze this pool`,
  'pool.remove': msg`removed this pool`,
  'pool.cancel': msg`canceled this pool`,
  'verification.approved': msg`approved this application`,
  'verification.rejected': msg`rejected this application`,
  'pool_claim.approved': msg`approved this claim`,
  'pool_claim.rejected': msg`rejected this claim`,
  'creator_claim.approved': msg`approved this claim`,
  'creator_claim.rejected': msg`rejected this claim`,
  'creator_claim.code_found': msg`found the code of this claim`,
  'content_claim.approved': msg`approved this delivery`,
  'content_claim.rejected': msg`sent this delivery back`,
  'objection.upheld': msg`upheld this objection`,
  'objection.dismissed': msg`dismissed this objection`,
  'report.upheld': msg`upheld this report`,
  'report.dismissed': msg`dismissed this report`,
  'update.removed': msg`removed this update`,
  'comment.removed': msg`removed this comment`,
  'message.removed': msg`removed this message`,
  'creator.removed': msg`removed this creator profile`,
  'creator.renamed': msg`renamed this creator page`,
  'takedown.acted': msg`acted on this copyright notice`,
  'takedown.rejected': msg`rejected this copyright notice`,
  'takedown.disabled': msg`disabled this after a copyright notice`,
  'takedown.countered': msg`sent a counter-notice about this`,
  'takedown.restored': msg`restored this after a copyright notice`,
  'takedown.kept_down': msg`kept this disabled after a copyright notice`,
  'user.flagged': msg`flagged this person as a repeat infringer`,
  'performer_records.exported': msg`exported performer records`,
  'room.slow_mode': msg`changed this room’s slow mode`,
  'room.muted': msg`muted a person in this room`,
  'room.unmuted': msg`unmuted a person in this room`,
  'chat.word_filter': msg`changed the chat’s word filter`,
  'money.reconciled': msg`reconciled the ledger with the card processor`,
  'money.checked': msg`checked the books`,
  'dispute.evidence_submitted': msg`submitted evidence for this dispute`,
  'payment.refunded': msg`refunded this payment`,
  'refund.retried': msg`sent the refund of this payment again`,
  'refund.settled_outside': msg`recorded that the refund of this payment was paid outside the card processor`,
  'approval.requested': msg`asked for a second admin`,
  'approval.approved': msg`approved this as the second admin`,
  'approval.refused': msg`refused this as the second admin`,
  'approval.withdrawn': msg`withdrew the request for a second admin`,
  'approval.lapsed': msg`let the request for a second admin lapse`,
  'jobs.retried': msg`ran these failed jobs again`,
  'operator.changed': msg`changed the operator’s details`,
  'setup.hidden': msg`hid the setup checklist`,
  'setup.shown': msg`showed the setup checklist again`,
  'access.refused': msg`tried to use an admin call`,
} as const satisfies Record<string, Message>;
export type AuditAction = keyof typeof auditActions;

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
