import {
  BadgeCheck,
  BadgeX,
  Ban,
  CalendarClock,
  HandCoins,
  KeyRound,
  LogOut,
  Trash2,
  Undo2,
  UserCog,
} from 'lucide-react';
import { useState } from 'react';
import type { AdminUserItem } from '#contract/admin/users.ts';
import { listAdminUsers } from '#contract/calls/admin.ts';
import { type Message, msg, plural, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { useUser } from '#web/data/session.ts';
import { Chip, RelativeTime, VerifiedTick } from '#web/ui/display.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { Day } from '#web/ui/time-left.tsx';
import { users } from './lists.ts';
import { type AskedAction, UserDialog } from './user-dialogs.tsx';
import { UserDrawer } from './user-drawer.tsx';
import { changeUser, endAllSessions, nameOf, planFor, type UserAction, userReads } from './user-plan.ts';

const roleLabels: Record<AdminUserItem['role'], Message> = {
  user: msg`Fan`,
  creator: msg`Creator`,
  admin: msg`Admin`,
};

function UserState({ user }: { user: AdminUserItem }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Chip tone={user.role === 'admin' ? 'accent' : 'plain'}>{textOf(roleLabels[user.role])}</Chip>
      {user.status === 'suspended' ? <Chip tone="danger">{t`Suspended`}</Chip> : null}
      {user.payoutsHeld ? <Chip tone="danger">{t`Payouts held`}</Chip> : null}
      {user.status === 'deleted' ? <Chip>{t`Deleted`}</Chip> : null}
      {user.emailVerified ? null : <Chip>{t`Email not verified`}</Chip>}
    </div>
  );
}

const columns: readonly ListColumn<AdminUserItem>[] = [
  { key: 'state', header: msg`Role and state`, cell: (user) => <UserState user={user} /> },
  {
    key: 'held',
    header: msg`Held`,
    align: 'end',
    extra: true,
    cell: ({ heldCents }) =>
      heldCents > 0 ? (
        <b className="text-paid-text">{formatMoney(heldCents)}</b>
      ) : (
        <span className="text-muted">{formatMoney(0)}</span>
      ),
  },
  {
    key: 'seen',
    header: msg`Last seen`,
    extra: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime at={lastSeenAt} /> : <span className="text-muted">–</span>),
  },
  {
    key: 'joined',
    header: msg`Joined`,
    extra: true,
    sort: { up: 'oldest', down: 'newest' },
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
];

const orders = [
  ['newest', msg`Newest first`],
  ['oldest', msg`Oldest first`],
  ['name', msg`Name, A to Z`],
  ['name_desc', msg`Name, Z to A`],
] as const;

const tabs = {
  name: 'status',
  label: msg`States`,
  tabs: [
    ['', msg`Everyone`],
    ['active', msg`Active`],
    ['suspended', msg`Suspended`],
    ['deleted', msg`Deleted`],
  ],
} as const;

const filters = (): readonly FilterSelect[] => [
  {
    name: 'role',
    label: t`Role`,
    options: [
      ['', t`All roles`],
      ['user', t`Fans`],
      ['creator', t`Creators`],
      ['admin', t`Admins`],
    ],
  },
  {
    name: 'verified',
    label: t`Verification`,
    options: [
      ['', t`Verified or not`],
      ['true', t`Verified`],
      ['false', t`Not verified`],
    ],
  },
  {
    name: 'emailVerified',
    label: t`Email`,
    options: [
      ['', t`Any email`],
      ['true', t`Email verified`],
      ['false', t`Email not verified`],
    ],
  },
  {
    name: 'new',
    label: t`Joined`,
    options: [
      ['', t`Any join date`],
      ['true', t`New this week`],
    ],
  },
  {
    name: 'held',
    label: t`Money`,
    options: [
      ['', t`Any balance`],
      ['true', t`Money held`],
    ],
  },
];

const kept = { label: msg`Reason`, hint: msg`Recorded in the audit trail.` };
const told = { label: msg`Reason`, hint: msg`They’ll see this. It’s also recorded in the audit trail.` };

const bulkOf = (myId: string | undefined): readonly BulkAction<AdminUserItem>[] => [
  {
    key: 'verify',
    open: msg`Verify…`,
    question: (rows) => t`Verify ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Verify ${{ rows }}`,
    icon: <BadgeCheck aria-hidden="true" />,
    variant: 'paid',
    reason: kept,
    plan: (user) => planFor('verify', user, myId),
    run: (user, reason) => changeUser(user, { isVerified: true }, reason),
    done: msg`Verified`,
    refresh: userReads,
  },
  {
    key: 'suspend',
    open: msg`Suspend…`,
    question: (rows) => t`Suspend ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Suspend ${{ rows }}`,
    icon: <Ban aria-hidden="true" />,
    variant: 'danger',
    reason: told,
    plan: (user) => planFor('suspend', user, myId),
    run: (user, reason) => changeUser(user, { suspended: true, suspendedUntil: null }, reason),
    done: msg`Suspended without end`,
    refresh: userReads,
  },
  {
    key: 'lift',
    open: msg`Lift suspension…`,
    question: (rows) => t`Lift suspension ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Lift suspension ${{ rows }}`,
    icon: <Undo2 aria-hidden="true" />,
    reason: told,
    plan: (user) => planFor('lift', user, myId),
    run: (user, reason) => changeUser(user, { suspended: false }, reason),
    done: msg`Suspension lifted`,
    refresh: userReads,
  },
  {
    key: 'sessions',
    open: msg`End sessions…`,
    question: (rows) => t`End sessions ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`End sessions ${{ rows }}`,
    icon: <LogOut aria-hidden="true" />,
    variant: 'danger',
    reason: kept,
    plan: (user) => planFor('sessions', user, myId),
    run: endAllSessions,
    done: msg`Signed out on every device`,
    refresh: userReads,
  },
];

const menu: readonly (Pick<MenuItem, 'icon' | 'danger'> & { action: UserAction; label: Message })[] = [
  { action: 'role', label: msg`Change role…`, icon: <UserCog aria-hidden="true" /> },
  { action: 'verify', label: msg`Verify…`, icon: <BadgeCheck aria-hidden="true" /> },
  { action: 'withdraw', label: msg`Withdraw verification…`, icon: <BadgeX aria-hidden="true" /> },
  { action: 'lift', label: msg`Lift suspension…`, icon: <Undo2 aria-hidden="true" /> },
  { action: 'suspend', label: msg`Suspend…`, icon: <Ban aria-hidden="true" />, danger: true },
  { action: 'release', label: msg`Release payouts…`, icon: <HandCoins aria-hidden="true" /> },
  { action: 'hold', label: msg`Hold payouts…`, icon: <HandCoins aria-hidden="true" />, danger: true },
  { action: 'end', label: msg`Change end date…`, icon: <CalendarClock aria-hidden="true" /> },
  { action: 'sessions', label: msg`End all sessions…`, icon: <LogOut aria-hidden="true" /> },
  { action: 'password', label: msg`Send password reset…`, icon: <KeyRound aria-hidden="true" /> },
  { action: 'delete', label: msg`Delete account…`, icon: <Trash2 aria-hidden="true" />, danger: true },
];

/** Everyone with an account. */
export function UserList() {
  const me = useUser();
  const [asked, setAsked] = useState<AskedAction>();
  const menuOf = (user: AdminUserItem): MenuItem[] =>
    menu
      .filter(({ action }) => 'change' in planFor(action, user, me?.id))
      .map(({ action, label, ...item }) => ({
        ...item,
        label: textOf(label),
        onSelect: () => setAsked({ user, action }),
      }));
  return (
    <>
      <AdminList<AdminUserItem>
        list={users.list}
        title={t`User management`}
        lead={t`Everyone with an account. Each action requires a reason and is recorded in the audit trail.`}
        header={t`Person`}
        headerSort={{ up: 'name', down: 'name_desc' }}
        endpoint={listAdminUsers}
        wanted={users.page}
        live="users"
        exportNeedsProof
        tabs={tabs}
        filters={filters()}
        orders={orders}
        searchLabel={t`Search by name, email or id`}
        failed={t`We couldn’t load the users`}
        empty={{
          title: t`No one here`,
          text: t`People appear here when they sign up.`,
          action: { to: paths.home, label: t`Go to the home page` },
        }}
        bulk={bulkOf(me?.id)}
        row={{
          title: (user) => (
            <>
              {nameOf(user)} {user.isVerified ? <VerifiedTick label={t`Verified`} /> : null}
            </>
          ),
          name: nameOf,
          subtitle: ({ username, email }) => (email ? `@${username}, ${email}` : `@${username}`),
          columns,
          actions: menuOf,
        }}
        drawer={({ id, row, onClose }) => (
          <DetailDrawer id={id} wanted={users.detail(id)} row={row} title={nameOf} name={nameOf} onClose={onClose}>
            {(user) => <UserDrawer user={user} items={menuOf(user)} state={<UserState user={user} />} />}
          </DetailDrawer>
        )}
      />
      {asked ? <UserDialog asked={asked} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}
