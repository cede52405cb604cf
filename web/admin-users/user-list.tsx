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

const roleLabels: Record<AdminUserItem['role'], string> = { user: 'Fan', creator: 'Creator', admin: 'Admin' };

function UserState({ user }: { user: AdminUserItem }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Chip tone={user.role === 'admin' ? 'accent' : 'plain'}>{roleLabels[user.role]}</Chip>
      {user.status === 'suspended' ? <Chip tone="danger">Suspended</Chip> : null}
      {user.payoutsHeld ? <Chip tone="danger">Payouts held</Chip> : null}
      {user.status === 'deleted' ? <Chip>Deleted</Chip> : null}
      {user.emailVerified ? null : <Chip>Email not verified</Chip>}
    </div>
  );
}

const columns: readonly ListColumn<AdminUserItem>[] = [
  { key: 'state', header: 'Role and state', cell: (user) => <UserState user={user} /> },
  {
    key: 'held',
    header: 'Held',
    align: 'end',
    extra: true,
    cell: ({ heldCents }) =>
      heldCents > 0 ? (
        <b className="text-paid-text">{formatMoney(heldCents)}</b>
      ) : (
        <span className="text-muted">$0</span>
      ),
  },
  {
    key: 'seen',
    header: 'Last seen',
    extra: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime at={lastSeenAt} /> : <span className="text-muted">–</span>),
  },
  {
    key: 'joined',
    header: 'Joined',
    extra: true,
    sort: { up: 'oldest', down: 'newest' },
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
];

const orders = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['name', 'Name, A to Z'],
  ['name_desc', 'Name, Z to A'],
] as const;

const tabs = {
  name: 'status',
  label: 'States',
  tabs: [
    ['', 'Everyone'],
    ['active', 'Active'],
    ['suspended', 'Suspended'],
    ['deleted', 'Deleted'],
  ],
} as const;

const filters: readonly FilterSelect[] = [
  {
    name: 'role',
    label: 'Role',
    options: [
      ['', 'All roles'],
      ['user', 'Fans'],
      ['creator', 'Creators'],
      ['admin', 'Admins'],
    ],
  },
  {
    name: 'verified',
    label: 'Verification',
    options: [
      ['', 'Verified or not'],
      ['true', 'Verified'],
      ['false', 'Not verified'],
    ],
  },
  {
    name: 'emailVerified',
    label: 'Email',
    options: [
      ['', 'Any email'],
      ['true', 'Email verified'],
      ['false', 'Email not verified'],
    ],
  },
  {
    name: 'new',
    label: 'Joined',
    options: [
      ['', 'Any join date'],
      ['true', 'New this week'],
    ],
  },
  {
    name: 'held',
    label: 'Money',
    options: [
      ['', 'Any balance'],
      ['true', 'Money held'],
    ],
  },
];

const kept = { label: 'Reason', hint: 'Recorded in the audit trail.' };
const told = { label: 'Reason', hint: 'They’ll see this. It’s also recorded in the audit trail.' };

const bulkOf = (myId: string | undefined): readonly BulkAction<AdminUserItem>[] => [
  {
    key: 'verify',
    label: 'Verify',
    icon: <BadgeCheck aria-hidden="true" />,
    variant: 'paid',
    reason: kept,
    plan: (user) => planFor('verify', user, myId),
    run: (user, reason) => changeUser(user, { isVerified: true }, reason),
    done: 'Verified',
    refresh: userReads,
  },
  {
    key: 'suspend',
    label: 'Suspend',
    icon: <Ban aria-hidden="true" />,
    variant: 'danger',
    reason: told,
    plan: (user) => planFor('suspend', user, myId),
    run: (user, reason) => changeUser(user, { suspended: true, suspendedUntil: null }, reason),
    done: 'Suspended without end',
    refresh: userReads,
  },
  {
    key: 'lift',
    label: 'Lift suspension',
    icon: <Undo2 aria-hidden="true" />,
    reason: told,
    plan: (user) => planFor('lift', user, myId),
    run: (user, reason) => changeUser(user, { suspended: false }, reason),
    done: 'Suspension lifted',
    refresh: userReads,
  },
  {
    key: 'sessions',
    label: 'End sessions',
    icon: <LogOut aria-hidden="true" />,
    variant: 'danger',
    reason: kept,
    plan: (user) => planFor('sessions', user, myId),
    run: endAllSessions,
    done: 'Signed out on every device',
    refresh: userReads,
  },
];

const menu: readonly (Pick<MenuItem, 'label' | 'icon' | 'danger'> & { action: UserAction })[] = [
  { action: 'role', label: 'Change role…', icon: <UserCog aria-hidden="true" /> },
  { action: 'verify', label: 'Verify…', icon: <BadgeCheck aria-hidden="true" /> },
  { action: 'withdraw', label: 'Withdraw verification…', icon: <BadgeX aria-hidden="true" /> },
  { action: 'lift', label: 'Lift suspension…', icon: <Undo2 aria-hidden="true" /> },
  { action: 'suspend', label: 'Suspend…', icon: <Ban aria-hidden="true" />, danger: true },
  { action: 'release', label: 'Release payouts…', icon: <HandCoins aria-hidden="true" /> },
  { action: 'hold', label: 'Hold payouts…', icon: <HandCoins aria-hidden="true" />, danger: true },
  { action: 'end', label: 'Change end date…', icon: <CalendarClock aria-hidden="true" /> },
  { action: 'sessions', label: 'End all sessions…', icon: <LogOut aria-hidden="true" /> },
  { action: 'password', label: 'Send password reset…', icon: <KeyRound aria-hidden="true" /> },
  { action: 'delete', label: 'Delete account…', icon: <Trash2 aria-hidden="true" />, danger: true },
];

/** Everyone with an account. */
export function UserList() {
  const me = useUser();
  const [asked, setAsked] = useState<AskedAction>();
  const menuOf = (user: AdminUserItem): MenuItem[] =>
    menu
      .filter(({ action }) => 'change' in planFor(action, user, me?.id))
      .map(({ action, ...item }) => ({ ...item, onSelect: () => setAsked({ user, action }) }));
  return (
    <>
      <AdminList<AdminUserItem>
        list={users.list}
        title="User management"
        lead="Everyone with an account. Each action requires a reason and is recorded in the audit trail."
        header="Person"
        headerSort={{ up: 'name', down: 'name_desc' }}
        endpoint={listAdminUsers}
        wanted={users.page}
        live="users"
        exportNeedsProof
        tabs={tabs}
        filters={filters}
        orders={orders}
        searchLabel="Search by name, email or id"
        failed="We couldn’t load the users"
        empty={{
          title: 'No one here',
          text: 'People appear here when they sign up.',
          action: { to: paths.home, label: 'Go to the home page' },
        }}
        bulk={bulkOf(me?.id)}
        row={{
          title: (user) => (
            <>
              {nameOf(user)} {user.isVerified ? <VerifiedTick label="Verified" /> : null}
            </>
          ),
          name: nameOf,
          subtitle: ({ username, email }) => `@${username}${email ? `, ${email}` : ''}`,
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
