import { type ReactNode, useState } from 'react';
import { adminPoolStatusWords } from '#contract/admin/pool-status-words.ts';
import type { AdminUserDetail } from '#contract/admin/users.ts';
import { formatItems } from '#contract/language/lists.ts';
import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import { deviceText } from '#contract/values/device-text.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { DrawerFacts, DrawerPart, DrawerSection, PartLine } from '#web/admin-table/drawer-part.tsx';
import { WaitingForSecond } from '#web/safety/second-admin.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { auditSentence } from './audit-text.ts';
import { chargeTexts, pledgeWords, reportWords } from './status-words.ts';
import { SessionDialog } from './user-dialogs.tsx';
import { nameOf } from './user-plan.ts';

interface UserDrawerProps {
  user: AdminUserDetail;
  state: ReactNode;
  items: MenuItem[];
}

type Session = AdminUserDetail['sessions']['items'][number];
type Report = AdminUserDetail['reportsBy']['items'][number];

function suspensionText({
  since,
  until,
  by,
}: Pick<NonNullable<AdminUserDetail['suspension']>, 'since' | 'until' | 'by'>) {
  const start = fullDate(since);
  if (until) {
    const end = fullDate(until);
    return by
      ? msg`<b>Suspended until ${{ end }}</b> since ${{ start }} by ${{ admin: nameOf(by) }}.`
      : msg`<b>Suspended until ${{ end }}</b> since ${{ start }}.`;
  }
  return by
    ? msg`<b>Suspended without end</b> since ${{ start }} by ${{ admin: nameOf(by) }}.`
    : msg`<b>Suspended without end</b> since ${{ start }}.`;
}

function Suspension({ user }: { user: AdminUserDetail }) {
  if (!user.suspension) return null;
  const { since, until, reason, by } = user.suspension;
  return (
    <div className="fact-sheet mt-4">
      <p>
        <RichText text={suspensionText({ since, until, by })} tags={{ b: (text) => <b>{text}</b> }} />
      </p>
      {reason ? (
        <p className="user-text text-muted wrap-anywhere" dir="auto">
          {reason}
        </p>
      ) : null}
    </div>
  );
}

function PayoutHold({ user }: { user: AdminUserDetail }) {
  if (!user.payoutHold) return null;
  const { since, reason } = user.payoutHold;
  return (
    <div className="fact-sheet mt-4">
      <p>
        <RichText
          text={msg`<b>Payouts held</b> since ${{ start: fullDate(since) }}. ${{ amount: formatMoney(user.money.payableCents) }} waits.`}
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </p>
      <p className="user-text text-muted wrap-anywhere" dir="auto">
        {reason}
      </p>
    </div>
  );
}

function Facts({ user }: { user: AdminUserDetail }) {
  const { money, signIn, creatorUsername } = user;
  const methods = [
    signIn.hasPassword ? t`Password` : '',
    ...signIn.identities.map(({ provider, email }) => `${provider} (${email})`),
  ];
  return (
    <DrawerSection title={t`Facts`} hideTitle>
      <DrawerFacts
        facts={[
          { label: t`Username`, value: <TextLink to={userPath(user.username)}>@{user.username}</TextLink> },
          {
            label: t`Email`,
            value: user.emailVerified ? user.email || '–' : t`${{ email: user.email || '–' }} (not verified)`,
          },
          {
            label: t`Signs in with`,
            value: formatItems(methods) || t({ message: 'Nothing', context: 'no way to sign in' }),
          },
          { label: t`Joined`, value: fullDate(user.createdAt) },
          { label: t`Last seen`, value: user.lastSeenAt ? <RelativeTime at={user.lastSeenAt} /> : t`Not signed in` },
          ...(creatorUsername
            ? [
                {
                  label: t`Creator profile`,
                  value: <TextLink to={creatorPath(creatorUsername)}>@{creatorUsername}</TextLink>,
                },
              ]
            : []),
          { label: t`Paid`, value: formatMoney(money.paidCents) },
          { label: t`Refunded`, value: formatMoney(money.refundedCents) },
          { label: t`Held`, value: formatMoney(money.heldCents) },
          { label: t`Owed to them`, value: formatMoney(money.payableCents) },
          { label: t`ID`, value: <code className="text-xs">{user.id}</code> },
        ]}
      />
      {user.bio ? (
        <p className="user-text pt-3 text-muted whitespace-pre-line wrap-anywhere" dir="auto">
          {user.bio}
        </p>
      ) : null}
    </DrawerSection>
  );
}

function Sessions({ user }: { user: AdminUserDetail }) {
  const [ending, setEnding] = useState<Session>();
  return (
    <>
      <DrawerPart title={t`Sessions`} part={user.sessions} none={t`Not signed in anywhere.`} keyOf={({ id }) => id}>
        {(session) => (
          <PartLine
            what={<b>{deviceText(session)}</b>}
            aside={
              <Button
                size="sm"
                aria-label={t`End the session on ${{ device: deviceText(session) }}…`}
                onClick={() => setEnding(session)}
              >{t`End…`}</Button>
            }
            note={
              <span>
                <RichText
                  text={msg`${{ ip: session.ip }}, last used <when/>`}
                  tags={{ when: () => <RelativeTime at={session.lastSeenAt} /> }}
                />
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
    <DrawerPart title={t`Pledges and charges`} part={user.pledges} none={t`No pledges yet.`} keyOf={({ id }) => id}>
      {({ poolId, poolTitle, amountCents, status, createdAt, charges }) => {
        const tries = charges.map((charge) =>
          formatItems([
            textOf(chargeTexts[charge.status](formatMoney(charge.amountCents))),
            charge.refundedCents > 0 ? t`${{ amount: formatMoney(charge.refundedCents) }} refunded` : '',
            charge.declineReason ?? '',
          ]),
        );
        return (
          <PartLine
            what={
              <span>
                <RichText
                  text={msg`<b>${{ amount: formatMoney(amountCents) }}</b> for <pool>${{ poolTitle }}</pool>`}
                  tags={{
                    b: (text) => <b>{text}</b>,
                    pool: (text) => <TextLink to={`${paths.adminPools}?open=${poolId}`}>{text}</TextLink>,
                  }}
                />
              </span>
            }
            aside={
              <>
                <Chip>{textOf(pledgeWords[status])}</Chip>
                <RelativeTime at={createdAt} />
              </>
            }
            note={
              tries.length > 0
                ? t`${plural({ charges: tries.length }, { one: '# charge', other: '# charges' })}: ${{ outcomes: tries.join('; ') }}`
                : undefined
            }
          />
        );
      }}
    </DrawerPart>
  );
}

function Pools({ user }: { user: AdminUserDetail }) {
  return (
    <DrawerPart title={t`Pools`} part={user.pools} none={t`No pools.`} keyOf={({ id, as }) => id + as}>
      {({ id, title, status, as, frozen, pledgedAmount, fundingGoal, createdAt }) => (
        <PartLine
          what={<TextLink to={`${paths.adminPools}?open=${id}`}>{title}</TextLink>}
          aside={
            <>
              <Chip tone={frozen ? 'danger' : 'plain'}>
                {frozen ? t`Frozen` : textOf(adminPoolStatusWords[status])}
              </Chip>
              <RelativeTime at={createdAt} />
            </>
          }
          note={
            as === 'owner'
              ? t`Started it, ${{ pledged: formatMoney(pledgedAmount) }} of ${{ goal: formatMoney(fundingGoal) }} pledged`
              : t`Creator, ${{ pledged: formatMoney(pledgedAmount) }} of ${{ goal: formatMoney(fundingGoal) }} pledged`
          }
        />
      )}
    </DrawerPart>
  );
}

const reportTitles: Record<Report['kind'], Message> = {
  objection: msg`Objection`,
  appeal: msg`Appeal`,
  pool: msg`Pool`,
  update: msg`Update`,
  comment: msg`Comment`,
  message: msg`Chat message`,
  profile: msg`Profile`,
  content: msg`Delivery`,
  thanks: msg`Thank-you`,
};

function Reports({ title, part, none }: { title: Text; part: AdminUserDetail['reportsBy']; none: Text }) {
  return (
    <DrawerPart title={title} part={part} none={none} keyOf={({ id }) => id}>
      {({ id, kind, status, reason, other, createdAt }) => (
        <PartLine
          what={
            <>
              <TextLink to={`${paths.adminReports}?status=all&open=${id}`}>{textOf(reportTitles[kind])}</TextLink>
              <span>{other ? `, ${nameOf(other)}` : ''}</span>
            </>
          }
          aside={
            <>
              <Chip tone={status === 'open' ? 'accent' : 'plain'}>{textOf(reportWords[status])}</Chip>
              <RelativeTime at={createdAt} />
            </>
          }
          note={reason}
        />
      )}
    </DrawerPart>
  );
}

function reportedText({
  reports,
  openReports,
  gone,
}: Pick<AdminUserDetail['messagesReported']['items'][number], 'reports' | 'openReports' | 'gone'>): Text {
  if (openReports > 0) {
    return gone
      ? t`${plural({ reports }, { one: '# report', other: '# reports' })}, ${plural({ openReports }, { other: '# open' })}, deleted since`
      : t`${plural({ reports }, { one: '# report', other: '# reports' })}, ${plural({ openReports }, { other: '# open' })}`;
  }
  return gone
    ? t`${plural({ reports }, { one: '# report', other: '# reports' })}, deleted since`
    : t`${plural({ reports }, { one: '# report', other: '# reports' })}`;
}

function Traces({ user }: { user: AdminUserDetail }) {
  return (
    <>
      <DrawerPart
        title={t`Reported messages`}
        part={user.messagesReported}
        none={t`None of their messages have been reported.`}
        keyOf={({ id }) => id}
      >
        {({ excerpt, reports, openReports, gone, reportedAt }) => (
          <PartLine
            what={`“${excerpt}”`}
            aside={<RelativeTime at={reportedAt} />}
            note={reportedText({ reports, openReports, gone })}
          />
        )}
      </DrawerPart>
      <DrawerPart title={t`Notices sent`} part={user.notices} none={t`No notices yet.`} keyOf={({ id }) => id}>
        {({ title, createdAt, read }) => (
          <PartLine what={title} aside={<RelativeTime at={createdAt} />} note={read ? undefined : t`Not read yet`} />
        )}
      </DrawerPart>
      <DrawerPart
        title={t`Audit history`}
        part={user.audit}
        none={t`No admin actions on this account yet.`}
        keyOf={({ id }) => String(id)}
        all={<TextLink to={`${paths.adminAudit}?search=${user.id}`}>{t`All of it`}</TextLink>}
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
            <RichText
              text={msg`<b>Payouts wait until ${{ date: fullDate(until) }}</b> because their payout account changed.`}
              tags={{ b: (text) => <b>{text}</b> }}
            />
          </p>
          <p className="text-muted">{t`We warned them by email. After that, payouts go on automatically.`}</p>
        </div>
      ))}
      {user.promotion ? <WaitingForSecond waiting={user.promotion} isLift={user.role === 'admin'} /> : null}
      <div className="flex flex-wrap gap-2.5 pt-4">
        <LinkButton size="sm" to={userPath(user.username)}>{t`Public profile`}</LinkButton>
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
      <Reports title={t`Reports against them`} part={user.reportsAgainst} none={t`No one has reported them.`} />
      <Reports title={t`Reports by them`} part={user.reportsBy} none={t`They haven’t reported anything.`} />
      <Traces user={user} />
    </>
  );
}
