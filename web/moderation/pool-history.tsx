import type { ReactNode } from 'react';
import type { AdminPoolDetail } from '#contract/admin/pool-history.ts';
import { adminPoolStatusWords } from '#contract/admin/pool-status-words.ts';
import { formatItems } from '#contract/language/lists.ts';
import { type Message, msg, plural, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { reasonText } from '#contract/pools/end-reasons.ts';
import { formatMoney } from '#contract/values/money.ts';
import { DrawerFacts, DrawerPart, DrawerSection, PartLine } from '#web/admin-table/drawer-part.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { nameOf } from './drawer-entry.tsx';

type Part<Name extends 'events' | 'pledges' | 'charges' | 'deliveries' | 'reports'> = AdminPoolDetail[Name];

function eventText({ from, to, actor }: Pick<Part<'events'>['items'][number], 'from' | 'to' | 'actor'>): Message {
  const newState = textOf(adminPoolStatusWords[to]);
  if (!from) return actor ? msg`<b>${{ newState }}</b> by ${{ name: nameOf(actor) }}` : msg`<b>${{ newState }}</b>`;
  const oldState = textOf(adminPoolStatusWords[from]);
  return actor
    ? msg`${{ oldState }} → <b>${{ newState }}</b> by ${{ name: nameOf(actor) }}`
    : msg`${{ oldState }} → <b>${{ newState }}</b>`;
}

function Events({ part }: { part: Part<'events'> }) {
  return (
    <DrawerPart title={t`Events`} part={part} none={t`No events yet.`} keyOf={({ at, to }) => at + to}>
      {({ from, to, at, reason, actor }) => (
        <PartLine
          what={<RichText text={eventText({ from, to, actor })} tags={{ b: (text) => <b>{text}</b> }} />}
          aside={<RelativeTime at={at} />}
          note={reason && reasonText(reason)}
        />
      )}
    </DrawerPart>
  );
}

const pledgeTones: Record<string, Tone> = {
  paid: 'paid',
  notified: 'danger',
  disputed: 'danger',
  dispute_lost: 'danger',
};
const pledgeLabels: Record<string, Message> = {
  setup_pending: msg({ message: 'Card not confirmed', context: 'status of a pledge' }),
  pledged: msg({ message: 'Pledged', context: 'status of a pledge' }),
  charging: msg({ message: 'Charging', context: 'status of a pledge' }),
  notified: msg({ message: 'Payment failed', context: 'status of a pledge' }),
  paid: msg({ message: 'Paid', context: 'status of a pledge' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'status of a pledge' }),
  released: msg({ message: 'Released', context: 'status of a pledge' }),
  dropped: msg({ message: 'Dropped', context: 'status of a pledge' }),
  refund_pending: msg({ message: 'Refund under way', context: 'status of a pledge' }),
  refunded: msg({ message: 'Refunded', context: 'status of a pledge' }),
  disputed: msg({ message: 'Disputed', context: 'status of a pledge' }),
  dispute_lost: msg({ message: 'Dispute lost', context: 'status of a pledge' }),
};

const pledgeText = (status: string) => (pledgeLabels[status] ? textOf(pledgeLabels[status]) : status);

function Pledges({ part }: { part: Part<'pledges'> }) {
  return (
    <DrawerPart title={t`Pledges`} part={part} none={t`No one has pledged yet.`} keyOf={({ id }) => id}>
      {({ fan, amountCents, status, anonymous, createdAt }) => (
        <PartLine
          what={
            <span>
              <RichText
                text={
                  anonymous
                    ? msg`<b>${{ amount: formatMoney(amountCents) }}</b> by ${{ fan: nameOf(fan) }}, anonymous to other fans`
                    : msg`<b>${{ amount: formatMoney(amountCents) }}</b> by ${{ fan: nameOf(fan) }}`
                }
                tags={{ b: (text) => <b>{text}</b> }}
              />
            </span>
          }
          aside={
            <>
              <Chip tone={pledgeTones[status]}>{pledgeText(status)}</Chip>
              <RelativeTime at={createdAt} />
            </>
          }
        />
      )}
    </DrawerPart>
  );
}

const chargeLabels: Record<Part<'charges'>['items'][number]['status'], readonly [Message, Tone]> = {
  created: [msg`Starting`, 'accent'],
  processing: [msg`Processing`, 'accent'],
  succeeded: [msg`Paid`, 'paid'],
  failed: [msg`Failed`, 'danger'],
  stray: [msg`Sent back`, 'plain'],
};

function Charges({ part }: { part: Part<'charges'> }) {
  return (
    <DrawerPart title={t`Charges`} part={part} none={t`No card has been charged.`} keyOf={({ id }) => id}>
      {({ fan, amountCents, refundedCents, costCents, status, attempt, declineReason, createdAt }) => {
        const [label, tone] = chargeLabels[status];
        const notes = [
          attempt > 1 ? t`Attempt ${{ attempt }}` : '',
          refundedCents > 0 ? t`${{ amount: formatMoney(refundedCents) }} refunded` : '',
          costCents > 0 ? t`${{ amount: formatMoney(costCents) }} processor cost` : '',
          declineReason ?? '',
        ].filter(Boolean);
        return (
          <PartLine
            what={
              <span>
                <RichText
                  text={msg`<b>${{ amount: formatMoney(amountCents) }}</b> from ${{ fan: nameOf(fan) }}`}
                  tags={{ b: (text) => <b>{text}</b> }}
                />
              </span>
            }
            aside={
              <>
                <Chip tone={tone}>{textOf(label)}</Chip>
                <RelativeTime at={createdAt} />
              </>
            }
            note={formatItems(notes)}
          />
        );
      }}
    </DrawerPart>
  );
}

const deliveryLabels: Record<Part<'deliveries'>['items'][number]['status'], readonly [Message, Tone]> = {
  pending: [msg`To review`, 'accent'],
  approved: [msg`Approved`, 'paid'],
  rejected: [msg`Sent back`, 'danger'],
};

function Deliveries({ part }: { part: Part<'deliveries'> }) {
  return (
    <DrawerPart title={t`Deliveries`} part={part} none={t`Nothing has been delivered.`} keyOf={({ id }) => id}>
      {({ id, creator, fileCount, status, reason, createdAt }) => {
        const [label, tone] = deliveryLabels[status];
        return (
          <PartLine
            what={
              <RichText
                text={
                  fileCount > 0
                    ? msg`<delivery>Delivery by ${{ creator: nameOf(creator) }}</delivery>, ${plural({ files: fileCount }, { one: '# file', other: '# files' })}`
                    : msg`<delivery>Delivery by ${{ creator: nameOf(creator) }}</delivery>`
                }
                tags={{
                  delivery: (text) => (
                    <TextLink to={`${paths.adminContentClaims}?status=all&open=${id}`}>{text}</TextLink>
                  ),
                }}
              />
            }
            aside={
              <>
                <Chip tone={tone}>{textOf(label)}</Chip>
                <RelativeTime at={createdAt} />
              </>
            }
            note={reason}
          />
        );
      }}
    </DrawerPart>
  );
}

const reportTitles: Record<string, Message> = {
  objection: msg`Objection to the delivery`,
  pool: msg`Report of the pool`,
  update: msg`Report of an update`,
  comment: msg`Report of a comment`,
  message: msg`Report of a chat message`,
  content: msg`Report of the delivery`,
};

function Reports({ part }: { part: Part<'reports'> }) {
  return (
    <DrawerPart title={t`Reports`} part={part} none={t`No one has reported anything here.`} keyOf={({ id }) => id}>
      {({ id, kind, status, reporter, excerpt, reason, createdAt }) => (
        <PartLine
          what={
            <span>
              <RichText
                text={msg`<report>${{ about: textOf(reportTitles[kind] ?? msg`Report`) }}</report> by ${{ reporter: nameOf(reporter) }}`}
                tags={{
                  report: (text) => <TextLink to={`${paths.adminReports}?status=all&open=${id}`}>{text}</TextLink>,
                }}
              />
            </span>
          }
          aside={
            <>
              <Chip tone={status === 'open' ? 'accent' : 'plain'}>
                {status === 'open'
                  ? t({ message: 'Open', context: 'without a decision' })
                  : status === 'upheld'
                    ? t`Upheld`
                    : t`Dismissed`}
              </Chip>
              <RelativeTime at={createdAt} />
            </>
          }
          note={excerpt && kind !== 'pool' ? `“${excerpt}” – ${reason}` : reason}
        />
      )}
    </DrawerPart>
  );
}

interface PoolHistoryProps {
  pool: AdminPoolDetail;
  status: ReactNode;
  items: MenuItem[];
}

/** A pool with its history. */
export function PoolHistory({ pool, status, items }: PoolHistoryProps) {
  const { creator, targetCreator, assignedCreator } = pool;
  return (
    <>
      {status}
      <div className="flex flex-wrap gap-2.5 pt-4">
        <LinkButton size="sm" to={pool.canonicalPath}>{t`Open the pool page`}</LinkButton>
        {items.map((item) => (
          <Button
            key={String(item.label)}
            size="sm"
            variant={item.danger ? 'danger' : 'quiet'}
            icon={item.icon}
            onClick={item.onSelect}
          >
            {item.label}
          </Button>
        ))}
      </div>
      <DrawerSection title={t`Facts`} hideTitle>
        <DrawerFacts
          facts={[
            {
              label: t`Pledged`,
              value: t`${{ pledged: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }}`,
            },
            { label: t`Paid`, value: formatMoney(pool.currentAmount) },
            { label: t`Held`, value: formatMoney(pool.heldCents) },
            { label: t`Fans`, value: t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })}` },
            { label: t`Started by`, value: nameOf(creator) },
            {
              label: t({ message: 'Asks', context: 'label of the creator that a pool asks for' }),
              value: targetCreator?.displayName ?? t`Any creator`,
            },
            { label: t`Assigned to`, value: assignedCreator ? nameOf(assignedCreator) : t`No one yet` },
            ...(pool.endReason ? [{ label: t`Why it ended`, value: reasonText(pool.endReason) }] : []),
            {
              label: t`Admin actions`,
              value: (
                <TextLink to={`${paths.adminAudit}?targetKind=pool&targetId=${pool.id}`}>{t`Audit trail`}</TextLink>
              ),
            },
          ]}
        />
      </DrawerSection>
      <Events part={pool.events} />
      <Pledges part={pool.pledges} />
      <Charges part={pool.charges} />
      <Deliveries part={pool.deliveries} />
      <Reports part={pool.reports} />
    </>
  );
}
