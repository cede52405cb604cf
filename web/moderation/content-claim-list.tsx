import { Check, Undo2 } from 'lucide-react';
import { decideContentClaim, getContentClaim, listContentClaims } from '#contract/calls/admin.ts';
import { getContent } from '#contract/calls/delivery.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { msg, plural, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { BulkAction } from '#web/admin-table/bulk.ts';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import {
  OwnDecision,
  ownDecisionSkip,
  SecondAdminNote,
  useNeedsSecond,
  WaitingForSecond,
} from '#web/safety/second-admin.tsx';
import { Button } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import type { MenuItem } from '#web/ui/radix-menu.tsx';
import { DecisionList } from './decision-list.tsx';
import {
  contentsOf,
  type Delivery,
  type DeliveryDetail,
  DeliveryReview,
  type DeliveryViewer,
  deliveryStates,
} from './delivery-review.tsx';
import { byTime, Entry, nameOf, StateCell } from './drawer-entry.tsx';
import { deliveries } from './lists.ts';

type Act = 'approve' | 'return';

const tabs = [
  ['pending', msg`Waiting`],
  ['approved', msg`Approved`],
  ['rejected', msg`Sent back`],
  ['', msg({ message: 'All', context: 'deliveries in all states' })],
] as const;

const decide = ({ id }: Delivery, status: 'approved' | 'rejected', reason?: string) =>
  call(decideContentClaim, { params: { id }, body: { status, ...(reason ? { reason } : {}) } });
const refresh = [listContentClaims, getContentClaim, getContent, getPool, resolvePool];
const returnReason = { label: msg`Reason`, hint: msg`The creator sees this.` };

function DeliveryEntry({
  item,
  view,
  onAct,
}: {
  item: DeliveryDetail;
  view: DeliveryViewer;
  onAct: (act: Act) => void;
}) {
  const acts = item.own ? (
    <OwnDecision />
  ) : (
    <>
      {item.waiting ? null : <Button variant="paid" onClick={() => onAct('approve')}>{t`Approve…`}</Button>}
      <Button onClick={() => onAct('return')}>{t`Send back…`}</Button>
    </>
  );
  return (
    <Entry
      label={t`Delivery for ${{ poolTitle: item.poolTitle }}`}
      user={item.user}
      state={deliveryStates[item.status]}
      at={item.createdAt}
      decidedAt={item.decidedAt}
      answer={item.content.reason ? [t`Reason given`, item.content.reason] : undefined}
      footer={item.status === 'pending' ? acts : null}
    >
      <p className="text-lg font-semibold">
        <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>
      </p>
      <DeliveryReview item={item} view={view} />
      {item.waiting ? <WaitingForSecond waiting={item.waiting} /> : null}
    </Entry>
  );
}

function ApproveDialog({ item, onClose }: { item: Delivery; onClose: () => void }) {
  const released = { releases: item.request.paidAmount };
  const waits = useNeedsSecond(released);
  return (
    <ActionDialog
      title={t`Approve this delivery?`}
      action={t`Approve`}
      variant="paid"
      run={(reason) => decide(item, 'approved', reason)}
      refresh={refresh}
      done={
        waits
          ? {
              title: t`Waiting for a second admin`,
              description: t`Fans get it when another admin approves it.`,
            }
          : { title: t`Approved`, description: t`Everyone who paid now has access.` }
      }
      onClose={onClose}
    >
      <p>{t`Everyone who paid for “${{ poolTitle: item.poolTitle }}” gets access immediately. The quiet period starts, and the creator is paid after it.`}</p>
      <SecondAdminNote act={released} />
    </ActionDialog>
  );
}

function DecisionDialog({ item, act, onClose }: { item: Delivery; act: Act; onClose: () => void }) {
  if (act === 'approve') return <ApproveDialog item={item} onClose={onClose} />;
  return (
    <ActionDialog
      title={t`Send this delivery back?`}
      action={t`Send back`}
      reason={{ label: textOf(returnReason.label), hint: textOf(returnReason.hint) }}
      run={(reason) => decide(item, 'rejected', reason)}
      refresh={refresh}
      done={{ title: t`Sent back`, description: t`We sent your reason to the creator.` }}
      onClose={onClose}
    >
      <p>{t`The delivery deadline of “${{ poolTitle: item.poolTitle }}” continues where it paused. Fans don’t see this delivery.`}</p>
    </ActionDialog>
  );
}

const bulk: readonly BulkAction<Delivery>[] = [
  {
    key: 'approve',
    open: msg`Approve…`,
    question: (rows) => t`Approve ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Approve ${{ rows }}`,
    icon: <Check aria-hidden="true" />,
    variant: 'paid',
    plan: ({ status, request, own, waiting }) =>
      own
        ? { skip: textOf(ownDecisionSkip) }
        : waiting
          ? { skip: t`Waits for a second admin.` }
          : status === 'pending'
            ? {
                change: t`${plural({ fans: request.fanCount }, { one: '# fan gets access', other: '# fans get access' })}, and ${{ amount: formatMoney(request.paidAmount) }} is released after the quiet period`,
              }
            : { skip: t`Already decided.` },
    run: (item) => decide(item, 'approved'),
    // A delivery with much money waits for a second admin.
    done: msg`Approved, or waiting for a second admin`,
    refresh,
  },
  {
    key: 'return',
    open: msg`Send back…`,
    question: (rows) => t`Send back ${plural({ rows }, { one: '# row', other: '# rows' })}?`,
    start: (rows) => t`Send back ${{ rows }}`,
    icon: <Undo2 aria-hidden="true" />,
    variant: 'danger',
    reason: returnReason,
    plan: ({ status, user, own }) =>
      own
        ? { skip: textOf(ownDecisionSkip) }
        : status === 'pending'
          ? { change: t`${{ name: nameOf(user) }} gets your reason and delivers again` }
          : { skip: t`Already decided.` },
    run: (item, reason) => decide(item, 'rejected', reason),
    done: msg`Sent back`,
    refresh,
  },
];

const columns: readonly ListColumn<Delivery>[] = [
  { key: 'status', header: msg`State`, cell: ({ status }) => <StateCell state={deliveryStates[status]} /> },
  {
    key: 'content',
    header: msg({ message: 'Delivered', context: 'heading: what the creator delivered' }),
    extra: true,
    cell: ({ content }) => contentsOf(content),
  },
  { key: 'paid', header: msg`Paid`, align: 'end', extra: true, cell: ({ request }) => formatMoney(request.paidAmount) },
  {
    key: 'created',
    header: msg({ message: 'Submitted', context: 'label of a date' }),
    sort: byTime,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
];

function menuOf(item: Delivery, onAct: (act: Act) => void): MenuItem[] {
  if (item.status !== 'pending' || item.own) return [];
  return [
    ...(item.waiting
      ? []
      : [{ label: t`Approve…`, icon: <Check aria-hidden="true" />, onSelect: () => onAct('approve') }]),
    { label: t`Send back…`, icon: <Undo2 aria-hidden="true" />, onSelect: () => onAct('return') },
  ];
}

/** Deliveries to review before fans see them. */
export function ContentClaimList({ view }: { view: DeliveryViewer }) {
  return (
    <DecisionList<Delivery, DeliveryDetail, Act>
      list={deliveries.list}
      title={t`Content claims`}
      lead={t`Is this what the pool asked for? Fans get a delivery, and its creator gets paid, only after you approve it.`}
      header={t`Pool`}
      endpoint={listContentClaims}
      wanted={deliveries.page}
      live="contentClaims"
      tabs={{ name: 'status', label: msg`States`, tabs }}
      searchLabel={t`Search by pool or creator`}
      failed={t`We couldn’t load the deliveries`}
      empty={{
        title: t`No deliveries to review`,
        text: t`New deliveries appear here before fans see them.`,
        action: { to: paths.adminPools, label: t`See all pools` },
      }}
      bulk={bulk}
      row={{
        title: ({ poolTitle }) => poolTitle,
        name: ({ poolTitle }) => poolTitle,
        subtitle: ({ user }) => t`by ${{ name: nameOf(user) }}`,
        columns,
      }}
      menu={menuOf}
      drawer={{
        detail: deliveries.detail,
        title: () => t`Delivery review`,
        name: ({ poolTitle }) => poolTitle,
        roomy: true,
        entry: (item, onAct) => <DeliveryEntry item={item} view={view} onAct={onAct} />,
      }}
      dialog={(item, act, onClose) => <DecisionDialog item={item} act={act} onClose={onClose} />}
    />
  );
}
