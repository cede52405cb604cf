import type { ReactNode } from 'react';
import type { AdminPoolDetail } from '#contract/admin/pool-history.ts';
import { paths } from '#contract/paths.ts';
import { adminPoolStatusWords } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count } from '#contract/values/time.ts';
import { DrawerFacts, DrawerPart, DrawerSection, PartLine } from '#web/admin-table/drawer-part.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { nameOf } from './drawer-entry.tsx';

type Part<Name extends 'events' | 'pledges' | 'charges' | 'deliveries' | 'reports'> = AdminPoolDetail[Name];

function Events({ part }: { part: Part<'events'> }) {
  return (
    <DrawerPart title="Events" part={part} none="No events yet." keyOf={({ at, to }) => at + to}>
      {({ from, to, at, reason, actor }) => (
        <PartLine
          what={
            <>
              <span>{from ? `${adminPoolStatusWords[from]} → ` : ''}</span>
              <b>{adminPoolStatusWords[to]}</b>
              <span>{actor ? ` by ${nameOf(actor)}` : ''}</span>
            </>
          }
          aside={<RelativeTime at={at} />}
          note={reason}
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
const pledgeLabels: Record<string, string> = {
  setup_pending: 'Card not confirmed',
  pledged: 'Pledged',
  charging: 'Charging',
  notified: 'Payment failed',
  paid: 'Paid',
  withdrawn: 'Withdrawn',
  released: 'Released',
  dropped: 'Dropped',
  refund_pending: 'Refund under way',
  refunded: 'Refunded',
  disputed: 'Disputed',
  dispute_lost: 'Dispute lost',
};

function Pledges({ part }: { part: Part<'pledges'> }) {
  return (
    <DrawerPart title="Pledges" part={part} none="No one has pledged yet." keyOf={({ id }) => id}>
      {({ fan, amountCents, status, anonymous, createdAt }) => (
        <PartLine
          what={
            <span>
              <b>{formatMoney(amountCents)}</b> by {nameOf(fan)}
              {anonymous ? <span>, anonymous to other fans</span> : null}
            </span>
          }
          aside={
            <>
              <Chip tone={pledgeTones[status]}>{pledgeLabels[status] ?? status}</Chip>
              <RelativeTime at={createdAt} />
            </>
          }
        />
      )}
    </DrawerPart>
  );
}

const chargeLabels: Record<Part<'charges'>['items'][number]['status'], readonly [string, Tone]> = {
  created: ['Starting', 'accent'],
  processing: ['Processing', 'accent'],
  succeeded: ['Paid', 'paid'],
  failed: ['Failed', 'danger'],
  stray: ['Sent back', 'plain'],
};

function Charges({ part }: { part: Part<'charges'> }) {
  return (
    <DrawerPart title="Charges" part={part} none="No card has been charged." keyOf={({ id }) => id}>
      {({ fan, amountCents, refundedCents, costCents, status, attempt, declineReason, createdAt }) => {
        const [label, tone] = chargeLabels[status];
        const notes = [
          attempt > 1 ? `Attempt ${attempt}` : '',
          refundedCents > 0 ? `${formatMoney(refundedCents)} refunded` : '',
          costCents > 0 ? `${formatMoney(costCents)} processor cost` : '',
          declineReason ?? '',
        ].filter(Boolean);
        return (
          <PartLine
            what={
              <span>
                <b>{formatMoney(amountCents)}</b> from {nameOf(fan)}
              </span>
            }
            aside={
              <>
                <Chip tone={tone}>{label}</Chip>
                <RelativeTime at={createdAt} />
              </>
            }
            note={notes.join(', ')}
          />
        );
      }}
    </DrawerPart>
  );
}

const deliveryLabels: Record<Part<'deliveries'>['items'][number]['status'], readonly [string, Tone]> = {
  pending: ['To review', 'accent'],
  approved: ['Approved', 'paid'],
  rejected: ['Sent back', 'danger'],
};

function Deliveries({ part }: { part: Part<'deliveries'> }) {
  return (
    <DrawerPart title="Deliveries" part={part} none="Nothing has been delivered." keyOf={({ id }) => id}>
      {({ id, creator, fileCount, status, reason, createdAt }) => {
        const [label, tone] = deliveryLabels[status];
        return (
          <PartLine
            what={
              <>
                <TextLink to={`${paths.adminContentClaims}?status=all&open=${id}`}>
                  Delivery by {nameOf(creator)}
                </TextLink>
                <span>{fileCount > 0 ? `, ${count(fileCount, 'file')}` : ''}</span>
              </>
            }
            aside={
              <>
                <Chip tone={tone}>{label}</Chip>
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

const reportTitles: Record<string, string> = {
  objection: 'Objection to the delivery',
  pool: 'Report of the pool',
  update: 'Report of an update',
  comment: 'Report of a comment',
  message: 'Report of a chat message',
  content: 'Report of the delivery',
};

function Reports({ part }: { part: Part<'reports'> }) {
  return (
    <DrawerPart title="Reports" part={part} none="No one has reported anything here." keyOf={({ id }) => id}>
      {({ id, kind, status, reporter, excerpt, reason, createdAt }) => (
        <PartLine
          what={
            <span>
              <TextLink to={`${paths.adminReports}?status=all&open=${id}`}>{reportTitles[kind] ?? 'Report'}</TextLink>{' '}
              by {nameOf(reporter)}
            </span>
          }
          aside={
            <>
              <Chip tone={status === 'open' ? 'accent' : 'plain'}>
                {status === 'open' ? 'Open' : status === 'upheld' ? 'Upheld' : 'Dismissed'}
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
        <LinkButton size="sm" to={pool.canonicalPath}>
          Open the pool page
        </LinkButton>
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
      <DrawerSection title="Facts" hideTitle>
        <DrawerFacts
          facts={[
            { label: 'Pledged', value: `${formatMoney(pool.pledgedAmount)} of ${formatMoney(pool.fundingGoal)}` },
            { label: 'Paid', value: formatMoney(pool.currentAmount) },
            { label: 'Held', value: formatMoney(pool.heldCents) },
            { label: 'Fans', value: count(pool.fanCount, 'fan') },
            { label: 'Started by', value: nameOf(creator) },
            { label: 'Asks', value: targetCreator?.displayName ?? 'Any creator' },
            { label: 'Assigned to', value: assignedCreator ? nameOf(assignedCreator) : 'No one yet' },
            ...(pool.endReason ? [{ label: 'Why it ended', value: pool.endReason }] : []),
            {
              label: 'Admin actions',
              value: <TextLink to={`${paths.adminAudit}?targetKind=pool&targetId=${pool.id}`}>Audit trail</TextLink>,
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
