import type { AdminUserItem } from '#contract/admin/users.ts';
import { changeAdminUser, endUserSessions, getAdminUser, listAdminUsers, listAudit } from '#contract/calls/admin.ts';
import { listUsers } from '#contract/calls/people.ts';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import type { Plan } from '#web/admin-table/bulk.ts';
import { call } from '#web/data/call.ts';

export type UserAction =
  | 'verify'
  | 'withdraw'
  | 'suspend'
  | 'end'
  | 'lift'
  | 'hold'
  | 'release'
  | 'sessions'
  | 'role'
  | 'password'
  | 'delete';

/** Endpoints whose data an action changes. */
export const userReads = [listAdminUsers, getAdminUser, listAudit, listUsers];

interface Change {
  role?: AdminUserItem['role'];
  isVerified?: boolean;
  suspended?: boolean;
  suspendedUntil?: string | null;
  payoutsHeld?: boolean;
}

/** Changes a person unless another admin has acted on them since this admin saw them. */
export const changeUser = ({ id, version }: AdminUserItem, change: Change, reason: string | undefined) =>
  call(changeAdminUser, { params: { id }, body: { ...change, version, ...(reason ? { reason } : {}) } });

export const endAllSessions = ({ id }: AdminUserItem, reason = '') =>
  call(endUserSessions, { params: { id }, body: { reason } });

const plans: Record<UserAction, (user: AdminUserItem) => Plan> = {
  verify: ({ isVerified }) => (isVerified ? { skip: t`Already verified.` } : { change: t`Becomes verified` }),
  withdraw: ({ isVerified }) => (isVerified ? { change: t`Loses the verification` } : { skip: t`Not verified.` }),
  suspend: ({ status }) =>
    status === 'suspended'
      ? { skip: t`Already suspended.` }
      : { change: t`Can only read and export until you lift it` },
  end: ({ status }) =>
    status === 'suspended' ? { change: t`Is suspended until the new end` } : { skip: t`Not suspended.` },
  lift: ({ status, role }) => {
    if (status !== 'suspended') return { skip: t`Not suspended.` };
    return {
      change:
        role === 'admin'
          ? t`Can use every part of the site again. This waits for a second admin if there is one.`
          : t`Can use every part of the site again`,
    };
  },
  hold: ({ payoutsHeld, role }) => {
    if (payoutsHeld) return { skip: t`Their payouts are held already.` };
    return role === 'user'
      ? { skip: t`Only creators get payouts.` }
      : { change: t`Gets no payouts until you release them` };
  },
  release: ({ payoutsHeld }) =>
    payoutsHeld ? { change: t`Gets their payouts again` } : { skip: t`Their payouts are not held.` },
  sessions: () => ({ change: t`Gets signed out on every device` }),
  role: () => ({ change: t`Gets the new role` }),
  password: () => ({ change: t`Gets a link by email` }),
  delete: () => ({ change: t`Is deleted` }),
};

/** The effect of an action on a person, or the reason why it is impossible. The server decides again. */
export function planFor(action: UserAction, user: AdminUserItem, myId: string | undefined): Plan {
  if (user.status === 'deleted') return { skip: t`This account was deleted.` };
  if (user.id === myId) return { skip: t`This is your own account. Ask another admin.` };
  return plans[action](user);
}

export const nameOf = ({ displayName, username }: Pick<AdminUserItem, 'displayName' | 'username'>): Text =>
  verbatim(displayName || `@${username}`);
