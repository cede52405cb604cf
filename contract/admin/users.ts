import { z } from 'zod';
import { role, userSummary } from '#contract/accounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { pledgeStatus } from '#contract/pledges/pledge-view.ts';
import { byUuid, poolStatus } from '#contract/pools/pools.ts';
import { session } from '#contract/settings.ts';
import { instant, uuid } from '#contract/values/field-schemas.ts';
import { adminPagination, flag, pageNumber } from '#contract/values/paging.ts';
import { decisionReason } from './admin-list.ts';
import { waitingApproval } from './approval-summary.ts';
import { auditItem } from './audit.ts';
import { reportItem } from './moderation.ts';

/** People, as admins see and change them. Amounts are integer cents. */
export const adminUserStatuses = ['active', 'suspended', 'deleted'] as const;
export const adminUserStatus = z.enum(adminUserStatuses);

const cents = z.number().int();
const moment = z.iso.datetime();

export const adminUserSorts = ['newest', 'oldest', 'name', 'name_desc'] as const;

export const adminUserItem = userSummary.extend({
  /** The same as `id`. */
  userId: uuid,
  email: z.string(),
  role,
  status: adminUserStatus,
  isVerified: z.boolean(),
  emailVerified: z.boolean(),
  /** The end of the suspension; null without an end, and for people who are not suspended. */
  suspendedUntil: moment.nullable(),
  createdAt: moment,
  /** The last use of a session that still exists; rounded to five minutes. */
  lastSeenAt: moment.nullable(),
  /** Paid money of this fan that is neither released nor refunded. */
  heldCents: cents,
  /** An admin holds their payouts. A suspension keeps them back as well. */
  payoutsHeld: z.boolean(),
  /**
   * The number of the last audit row about this person; 0 if there is none. Send it with a change: if another admin has acted since,
   * the change is refused and the error names who did what.
   */
  version: z.number().int(),
});
export type AdminUserItem = z.infer<typeof adminUserItem>;

/** The newest items of a part of the drawer, and how many there are in all. */
const part = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), totalCount: z.number().int().nonnegative() });

/** One try to charge a pledge. */
const charge = z.object({
  id: uuid,
  status: z.enum(['created', 'processing', 'succeeded', 'failed', 'stray']),
  amountCents: cents,
  refundedCents: cents,
  declineReason: z.string().nullable(),
  createdAt: moment,
  settledAt: moment.nullable(),
});
const pledgeOfPerson = z.object({
  id: uuid,
  poolId: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  poolStatus,
  amountCents: cents,
  status: pledgeStatus,
  createdAt: moment,
  charges: z.array(charge),
});
const poolOfPerson = z.object({
  id: uuid,
  title: z.string(),
  path: z.string(),
  status: poolStatus,
  frozen: z.boolean(),
  /** Whether they started it, or are its assigned creator. */
  as: z.enum(['owner', 'creator']),
  fundingGoal: cents,
  pledgedAmount: cents,
  createdAt: moment,
});
/** `other` is the reporter of a report against this person, or the person they reported. */
const reportOfPerson = z.object({
  id: uuid,
  kind: reportItem.shape.kind,
  status: reportItem.shape.status,
  reason: z.string(),
  answer: z.string().nullable(),
  excerpt: z.string(),
  other: userSummary.nullable(),
  createdAt: moment,
  decidedAt: moment.nullable(),
});
/** A chat message of this person that was reported. */
const reportedMessage = z.object({
  id: uuid,
  /** Its text when it was reported first. */
  excerpt: z.string(),
  reports: z.number().int(),
  openReports: z.number().int(),
  /** Whether it has been deleted since. */
  gone: z.boolean(),
  reportedAt: moment,
});
const noticeOfPerson = z.object({
  id: uuid,
  kind: z.string(),
  title: z.string(),
  createdAt: moment,
  read: z.boolean(),
});

export const adminUserDetail = adminUserItem.extend({
  bio: z.string(),
  creatorUsername: z.string().nullable(),
  signIn: z.object({
    hasPassword: z.boolean(),
    identities: z.array(z.object({ provider: z.string(), email: z.string() })),
  }),
  suspension: z
    .object({ since: moment, until: moment.nullable(), reason: z.string().nullable(), by: userSummary.nullable() })
    .nullable(),
  /** The hold of an admin on their payouts. */
  payoutHold: z.object({ since: moment, reason: z.string() }).nullable(),
  /** Payouts that wait because a payout account has changed. */
  accountHolds: z.array(z.object({ processor: z.string(), until: moment })),
  /** They are to become an admin, which waits for a second admin; null otherwise. */
  promotion: waitingApproval.nullable(),
  money: z.object({
    paidCents: cents,
    refundedCents: cents,
    heldCents: cents,
    /** Released money that is not paid out yet; 0 for people who are not creators. */
    payableCents: cents,
  }),
  sessions: part(session.omit({ current: true })),
  pledges: part(pledgeOfPerson),
  pools: part(poolOfPerson),
  reportsBy: part(reportOfPerson),
  reportsAgainst: part(reportOfPerson),
  messagesReported: part(reportedMessage),
  notices: part(noticeOfPerson),
  audit: part(auditItem),
});
export type AdminUserDetail = z.infer<typeof adminUserDetail>;

const reasonOnly = z.object({ reason: decisionReason });
const ended = z.object({ ended: z.number().int() });

export const listAdminUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List people; the search takes names, emails and ids. Without `status`, deleted accounts are left out',
  who: 'admin',
  query: z.object({
    search: z.string().trim().max(200).optional(),
    status: z.enum([...adminUserStatus.options, '']).optional(),
    role: z.enum([...role.options, '']).optional(),
    verified: flag.optional(),
    emailVerified: flag.optional(),
    /** Joined within the last seven days. */
    new: flag.optional(),
    /** Have paid money that is neither released nor refunded. */
    held: flag.optional(),
    sort: z.enum(adminUserSorts).default('newest'),
    page: pageNumber,
  }),
  output: z.object({ items: z.array(adminUserItem), pagination: adminPagination }),
});
export const getAdminUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Get a person with the newest of their sessions, pledges, pools, reports, notices and audit rows',
  who: 'admin',
  params: byUuid,
  output: adminUserDetail,
});
export const changeAdminUser = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id',
  summary:
    'Change the role, verify, suspend until a date or without end, lift a suspension, or hold payouts; a new admin waits for a second one, if there is one',
  who: 'admin',
  params: byUuid,
  body: z.object({
    role: role.optional(),
    isVerified: z.boolean().optional(),
    suspended: z.boolean().optional(),
    /** Holds the payouts of a creator, or sends them again. Needs a reason, which the creator reads. */
    payoutsHeld: z.boolean().optional(),
    /** With `suspended: true`: the end. Null or omitted suspends without end. */
    suspendedUntil: instant().nullable().optional(),
    reason: decisionReason.optional(),
    /** The item's `version` that the admin saw. */
    version: z.number().int().nonnegative().optional(),
  }),
  output: adminUserDetail,
  /** `proof_required` for roles, and for the suspension of an admin. */
  errors: ['conflict', 'own_account', 'last_admin', 'approval_waiting', 'proof_required'],
});
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'End all sessions of a person, on all devices',
  who: 'admin',
  params: byUuid,
  body: reasonOnly,
  output: ended,
  errors: ['own_account'],
  freshProof: true,
});
export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions/:sessionId',
  summary: 'End one session of a person',
  who: 'admin',
  params: byUuid.extend({ sessionId: uuid }),
  body: reasonOnly,
  output: ended,
  errors: ['own_account'],
  freshProof: true,
});
export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/password-reset',
  summary: 'Email a person a link to choose a new password',
  who: 'admin',
  params: byUuid,
  body: reasonOnly,
  output: z.object({ message: z.string() }),
  status: 202,
  errors: ['own_account'],
});
export const deleteAdminUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete an account at its owner’s request; refused while money is held for it or due to it',
  who: 'admin',
  params: byUuid,
  body: reasonOnly,
  output: z.object({ message: z.string() }),
  errors: ['own_account', 'last_admin', 'account_in_use'],
  freshProof: true,
});
