import { type ReactNode, useState } from 'react';
import type { AdminUserDetail } from '#contract/admin/users.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import { adminPoolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { DrawerFacts, DrawerPart, DrawerSection, PartLine } from '#web/admin-table/drawer-part.tsx';
import { WaitingForSecond } from '#web/safety/second-admin.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { auditSentence } from './audit-text.ts';
import { SessionDialog } from './user-dialogs.tsx';
import { nameOf } from './user-plan.ts';

interface UserDrawerProps {
  user: AdminUserDetail;
  state: ReactNode;
  items: MenuItem[];
}

type Session = AdminUserDetail['sessions']['items'][number];
type Report = AdminUserDetail['reportsBy']['items'][number];

function Suspension({ user }: { user: AdminUserDetail }) {
  if (!user.suspension) return null;
  const { since, until, reason, by } = user.suspension;
  return (
    <div className="fact-sheet mt-4">
      <p>
        <b>Suspended {until ? `until ${fullDate(until)}` : 'without end'}</b> since {fullDate(since)}
        <span>{by ? ` by ${nameOf(by)}.` : '.'}</span>
      </p>
      {reason ? <p className="text-muted wrap-anywhere">{reason}</p> : null}
    </div>
  );
}

function PayoutHold({ user }: { user: AdminUserDetail }) {
  if (!user.payoutHold) return null;
  const { since, reason } = user.payoutHold;
  return (
    <div className="fact-sheet mt-4">
      <p>
        <b>Payouts held</b> since {fullDate(since)}. {formatMoney(user.money.payableCents)} waits.
      </p>
      <p className="text-muted wrap-anywhere">{reason}</p>
    </div>
  );
}

function Facts({ user }: { user: AdminUserDetail }) {
  const { money, signIn, creatorUsername } = user;
  const methods = [
    signIn.hasPassword ? 'Password' : '',
    ...signIn.identities.map(({ provider, email }) => `${provider} (${email})`),
  ];
  return (
    <DrawerSection title="Facts" hideTitle>
      <DrawerFacts
        facts={[
          { label: 'Username', value: <TextLink to={userPath(user.username)}>@{user.username}</TextLink> },
          { label: 'Email', value: `${user.email || '–'}${user.emailVerified ? '' : ' (not verified)'}` },
          { label: 'Signs in with', value: methods.filter(Boolean).join(', ') || 'Nothing' },
          { label: 'Joined', value: fullDate(user.createdAt) },
          { label: 'Last seen', value: user.lastSeenAt ? <RelativeTime at={user.lastSeenAt} /> : 'Not signed in' },
          ...(creatorUsername
            ? [
                {
                  label: 'Creator profile',
                  value: <TextLink to={creatorPath(creatorUsername)}>@{creatorUsername}</TextLink>,
                },
              ]
            : []),
          { label: 'Paid', value: formatMoney(money.paidCents) },
          { label: 'Refunded', value: formatMoney(money.refundedCents) },
          { label: 'Held', value: formatMoney(money.heldCents) },
          { label: 'Owed to them', value: formatMoney(money.payableCents) },
          { label: 'ID', value: <code className="text-xs">{user.id}</code> },
        ]}
      />
      {user.bio ? <p className="pt-3 text-muted whitespace-pre-line wrap-anywhere">{user.bio}</p> : null}
    </DrawerSection>
  );
}

function Sessions({ user }: { user: AdminUserDetail }) {
  const [ending, setEnding] = useState<Session>();
  return (
    <>
      <DrawerPart title="Sessions" part={user.sessions} none="Not signed in anywhere." keyOf={({ id }) => id}>
        {(session) => (
          <PartLine
            what={<b>{session.device}</b>}
            aside={
              <Button size="sm" aria-label={`End the session on ${session.device}…`} onClick={() => setEnding(session)}>
                End…
              </Button>
            }
            note={
              <span>
                {session.ip}, last used <RelativeTime at={session.lastSeenAt} />
              </span>
            }
          />
        )}
      </DrawerPart>
      {ending ? <SessionDialog user={user} session={ending} onClose={() => setEnding(undefined)} /> : null}
    </>
  );
}

function Pledges({ user }: { user: AdminUserDetail }) {
  return (
    <DrawerPart title="Pledges and charges" part={user.pledges} none="No pledges yet." keyOf={({ id }) => id}>
      {({ poolId, poolTitle, amountCents, status, createdAt, charges }) => {
        const tries = charges.map((charge) =>
          [
            `${formatMoney(charge.amountCents)} ${charge.status}`,
            charge.refundedCents > 0 ? `${formatMoney(charge.refundedCents)} refunded` : '',
            charge.declineReason ?? '',
          ]
            .filter(Boolean)
            .join(', '),
        );
        return (
          <PartLine
            what={
              <span>
                <b>{formatMoney(amountCents)}</b> for{' '}
                <TextLink to={`${paths.adminPools}?open=${poolId}`}>{poolTitle}</TextLink>
              </span>
            }
            aside={
              <>
                <Chip>{status.replaceAll('_', ' ')}</Chip>
                <RelativeTime at={createdAt} />
              </>
            }
            note={tries.length > 0 ? `${count(tries.length, 'charge')}: ${tries.join('; ')}` : undefined}
          />
        );
      }}
    </DrawerPart>
  );
}

function Pools({ user }: { user: AdminUserDetail }) {
  return (
    <DrawerPart title="Pools" part={user.pools} none="No pools." keyOf={({ id, as }) => id + as}>
      {({ id, title, status, as, frozen, pledgedAmount, fundingGoal, createdAt }) => (
        <PartLine
          what={<TextLink to={`${paths.adminPools}?open=${id}`}>{title}</TextLink>}
          aside={
            <>
              <Chip tone={frozen ? 'danger' : 'plain'}>{frozen ? 'Frozen' : adminPoolStatusWords[status]}</Chip>
              <RelativeTime at={createdAt} />
            </>
          }
          note={`${as === 'owner' ? 'Started it' : 'Creator'}, ${formatMoney(pledgedAmount)} of ${formatMoney(fundingGoal)} pledged`}
        />
      )}
    </DrawerPart>
  );
}

const reportTitles: Record<Report['kind'], string> = {
  objection: 'Objection',
  appeal: 'Appeal',
  pool: 'Pool',
  update: 'Update',
  comment: 'Comment',
  message: 'Chat message',
  profile: 'Profile',
  content: 'Delivery',
  thanks: 'Thank-you',
};

function Reports({ title, part, none }: { title: string; part: AdminUserDetail['reportsBy']; none: string }) {
  return (
    <DrawerPart title={title} part={part} none={none} keyOf={({ id }) => id}>
      {({ id, kind, status, reason, other, createdAt }) => (
        <PartLine
          what={
            <>
              <TextLink to={`${paths.adminReports}?status=all&open=${id}`}>{reportTitles[kind]}</TextLink>
              <span>{other ? `, ${nameOf(other)}` : ''}</span>
            </>
          }
          aside={
            <>
              <Chip tone={status === 'open' ? 'accent' : 'plain'}>{status}</Chip>
              <RelativeTime at={createdAt} />
            </>
          }
          note={reason}
        />
      )}
    </DrawerPart>
  );
}

function Traces({ user }: { user: AdminUserDetail }) {
  return (
    <>
      <DrawerPart
        title="Reported messages"
        part={user.messagesReported}
        none="None of their messages have been reported."
        keyOf={({ id }) => id}
      >
        {({ excerpt, reports, openReports, gone, reportedAt }) => (
          <PartLine
            what={`“${excerpt}”`}
            aside={<RelativeTime at={reportedAt} />}
            note={`${count(reports, 'report')}${openReports > 0 ? `, ${openReports} open` : ''}${gone ? ', deleted since' : ''}`}
          />
        )}
      </DrawerPart>
      <DrawerPart title="Notices sent" part={user.notices} none="No notices yet." keyOf={({ id }) => id}>
        {({ title, createdAt, read }) => (
          <PartLine what={title} aside={<RelativeTime at={createdAt} />} note={read ? undefined : 'Not read yet'} />
        )}
      </DrawerPart>
      <DrawerPart
        title="Audit history"
        part={user.audit}
        none="No admin actions on this account yet."
        keyOf={({ id }) => String(id)}
        all={<TextLink to={`${paths.adminAudit}?search=${user.id}`}>All of it</TextLink>}
      >
        {(item) => (
          <PartLine what={auditSentence(item)} aside={<RelativeTime at={item.at} />} note={item.reason ?? undefined} />
        )}
      </DrawerPart>
    </>
  );
}

/** A person with their sessions, money, pools, reports, notices and audit history. */
export function UserDrawer({ user, state, items }: UserDrawerProps) {
  return (
    <>
      {state}
      <Suspension user={user} />
      <PayoutHold user={user} />
      {user.accountHolds.map(({ processor, until }) => (
        <div key={processor} className="fact-sheet mt-4">
          <p>
            <b>Payouts wait until {fullDate(until)}</b> because their payout account changed.
          </p>
          <p className="text-muted">We warned them by email. After that, payouts go on automatically.</p>
        </div>
      ))}
      {user.promotion ? <WaitingForSecond waiting={user.promotion} isLift={user.role === 'admin'} /> : null}
      <div className="flex flex-wrap gap-2.5 pt-4">
        <LinkButton size="sm" to={userPath(user.username)}>
          Public profile
        </LinkButton>
        {items.map((item) => (
          <Button key={String(item.label)} size="sm" icon={item.icon} onClick={item.onSelect}>
            {item.label}
          </Button>
        ))}
      </div>
      <Facts user={user} />
      <Sessions user={user} />
      <Pledges user={user} />
      <Pools user={user} />
      <Reports title="Reports against them" part={user.reportsAgainst} none="No one has reported them." />
      <Reports title="Reports by them" part={user.reportsBy} none="They haven’t reported anything." />
      <Traces user={user} />
    </>
  );
}
