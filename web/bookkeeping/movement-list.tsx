import type { MoneyMovement } from '#contract/admin/money.ts';
import type { MovementDetail } from '#contract/admin/money-lists.ts';
import { listMovements } from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import { DrawerFacts, DrawerSection } from '#web/admin-table/drawer-part.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { OwnDecision, WaitingForSecond } from '#web/safety/second-admin.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ChargeRefunds, RefundButton } from './charge-refunds.tsx';
import { movements } from './lists.ts';
import { amountColumn, moneyOrders, sinceColumn, textColumn } from './money-columns.tsx';
import { kindLabels, MovementState, NextStep, PersonLink, PoolLink, reasonOf, UtcTime } from './movement-labels.tsx';
import { movementsHref } from './movement-table.tsx';
import { RetryRefundButton } from './retry-refund-button.tsx';
import { SettleOutsideButton } from './settle-outside-button.tsx';

const tabs = {
  name: 'status',
  label: 'States',
  tabs: [
    ['open', 'Unsettled'],
    ['failed', 'Failed'],
    ['unknown', 'No answer yet'],
    ['settled', 'Settled'],
    ['', 'All'],
  ],
} as const;

const filters: readonly FilterSelect[] = [
  {
    name: 'kind',
    label: 'Kind',
    options: [
      ['', 'All kinds'],
      ['charge', 'Charges'],
      ['refund', 'Refunds'],
      ['payout', 'Payouts'],
      ['dispute', 'Disputes'],
    ],
  },
];

const orders = [['urgent', 'Most urgent first'], ...moneyOrders] as const;

const nameOf = ({ kind, amountCents }: MoneyMovement) => `${kindLabels[kind]} of ${formatMoneyExact(amountCents)}`;

const columns: readonly ListColumn<MoneyMovement>[] = [
  { key: 'state', header: 'State', cell: (movement) => <MovementState movement={movement} /> },
  amountColumn,
  textColumn('next', 'Next step', ({ nextStep }) => nextStep),
  sinceColumn(({ createdAt }) => createdAt),
];

const noReference = ({ result }: MoneyMovement) =>
  result === 'outside' ? 'Paid outside the card processor' : 'The processor doesn’t know it yet';

/** The actions of an admin for a refund that failed or came back. */
function WaitingRefund({ movement }: { movement: MovementDetail }) {
  const { id, retryAttempt, outsideAttempt, waiting, isOwn, amountCents } = movement;
  if (outsideAttempt === null) return null;
  if (waiting) return <WaitingForSecond waiting={waiting} />;
  if (isOwn)
    return (
      <div className="mt-4">
        <OwnDecision />
      </div>
    );
  return (
    <div className="mt-4 flex flex-wrap gap-2.5">
      {retryAttempt === null ? null : <RetryRefundButton id={id} attempt={retryAttempt} amountCents={amountCents} />}
      <SettleOutsideButton movement={movement} attempt={outsideAttempt} />
    </div>
  );
}

function Details({ movement }: { movement: MovementDetail }) {
  const { amountCents, nextStep, username, processorRef, createdAt, settledAt, id, charge, chargeId } = movement;
  const reason = reasonOf(movement);
  return (
    <>
      <p className="mt-1">
        <MovementState movement={movement} />
      </p>
      {reason ? <p className="quote mt-3 wrap-anywhere">{reason}</p> : null}
      {nextStep ? <NextStep>{nextStep}</NextStep> : null}
      <DrawerSection title="Facts" hideTitle>
        <DrawerFacts
          facts={[
            { label: 'Amount', value: formatMoneyExact(amountCents) },
            ...(charge && charge.refundedCents > 0
              ? [{ label: 'Refunded', value: formatMoneyExact(charge.refundedCents) }]
              : []),
            { label: 'Pool', value: <PoolLink {...movement} /> },
            { label: movement.kind === 'payout' ? 'Creator' : 'Fan', value: <PersonLink username={username} /> },
            { label: 'Since', value: <UtcTime at={createdAt} /> },
            ...(settledAt ? [{ label: 'Settled', value: <UtcTime at={settledAt} /> }] : []),
            {
              label: 'Reference',
              value: processorRef ? <code>{processorRef}</code> : noReference(movement),
            },
            ...(chargeId
              ? [{ label: 'Payment', value: <TextLink to={movementsHref({}, chargeId)}>See the charge</TextLink> }]
              : []),
            { label: 'ID', value: <code>{id}</code> },
          ]}
        />
        {charge ? <RefundButton charge={charge} /> : null}
        <WaitingRefund movement={movement} />
      </DrawerSection>
      {charge && charge.refunds.length > 0 ? <ChargeRefunds charge={charge} /> : null}
    </>
  );
}

/** Charges, refunds, payouts and disputes, most urgent first. */
export function MovementList() {
  return (
    <AdminList<MoneyMovement>
      list={movements.list}
      title="Charges, refunds, payouts and disputes"
      lead="Each with its next step. We ask the processor every minute about everything without an answer."
      back={paths.adminMoney}
      header="Movement"
      endpoint={listMovements}
      wanted={movements.page}
      polled
      tabs={tabs}
      filters={filters}
      orders={orders}
      searchLabel="Search by person, pool, id or reference"
      failed="We couldn’t load the movements"
      empty={{
        title: 'Everything is settled',
        text: 'No charge, refund or payout is under way or has failed, and no bank disputes a payment.',
        action: { to: paths.adminMoney, label: 'See all balances' },
      }}
      row={{
        title: ({ kind, poolTitle }) => (poolTitle ? `${kindLabels[kind]} for ${poolTitle}` : kindLabels[kind]),
        name: nameOf,
        subtitle: ({ username }) => (username ? `@${username}` : 'Deleted account'),
        columns,
      }}
      drawer={({ id, row, onClose }) => (
        <DetailDrawer
          id={id}
          wanted={movements.detail(id)}
          row={row}
          title={({ kind }) => kindLabels[kind]}
          name={nameOf}
          onClose={onClose}
        >
          {(movement) => <Details movement={movement} />}
        </DetailDrawer>
      )}
    />
  );
}
