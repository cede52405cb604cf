import type { MoneyMovement } from '#contract/admin/money.ts';
import type { MovementDetail } from '#contract/admin/money-lists.ts';
import { listMovements } from '#contract/calls/admin.ts';
import { msg, t, verbatim } from '#contract/language/text.ts';
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
import {
  amountText,
  kindText,
  MovementState,
  NextStep,
  PersonLink,
  PoolLink,
  poolText,
  reasonOf,
  UtcTime,
} from './movement-labels.tsx';
import { movementsHref } from './movement-table.tsx';
import { RetryRefundButton } from './retry-refund-button.tsx';
import { SettleOutsideButton } from './settle-outside-button.tsx';

const tabs = {
  name: 'status',
  label: msg`States`,
  tabs: [
    ['open', msg`Unsettled`],
    ['failed', msg`Failed`],
    ['unknown', msg`No answer yet`],
    ['settled', msg`Settled`],
    ['', msg({ message: 'All', context: 'movements of money in all states' })],
  ],
} as const;

const filters = (): readonly FilterSelect[] => [
  {
    name: 'kind',
    label: t`Kind`,
    options: [
      ['', t`All kinds`],
      ['charge', t`Charges`],
      ['refund', t`Refunds`],
      ['payout', t`Payouts`],
      ['dispute', t`Disputes`],
    ],
  },
];

const orders = [['urgent', msg`Most urgent first`], ...moneyOrders] as const;

const columns: readonly ListColumn<MoneyMovement>[] = [
  { key: 'state', header: msg`State`, cell: (movement) => <MovementState movement={movement} /> },
  amountColumn,
  textColumn('next', msg`Next step`, ({ nextStep }) => nextStep),
  sinceColumn(({ createdAt }) => createdAt),
];

const noReference = ({ result }: MoneyMovement) =>
  result === 'outside' ? t`Paid outside the card processor` : t`The processor doesn’t know it yet`;

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
      {reason ? (
        <p className="quote mt-3 text-start wrap-anywhere" dir="auto">
          {reason}
        </p>
      ) : null}
      {nextStep ? <NextStep>{verbatim(nextStep)}</NextStep> : null}
      <DrawerSection title={t`Facts`} hideTitle>
        <DrawerFacts
          facts={[
            { label: t`Amount`, value: formatMoneyExact(amountCents) },
            ...(charge && charge.refundedCents > 0
              ? [{ label: t`Refunded`, value: formatMoneyExact(charge.refundedCents) }]
              : []),
            { label: t`Pool`, value: <PoolLink {...movement} /> },
            { label: movement.kind === 'payout' ? t`Creator` : t`Fan`, value: <PersonLink username={username} /> },
            { label: t`Since`, value: <UtcTime at={createdAt} /> },
            ...(settledAt ? [{ label: t`Settled`, value: <UtcTime at={settledAt} /> }] : []),
            {
              label: t`Reference`,
              value: processorRef ? <code>{processorRef}</code> : noReference(movement),
            },
            ...(chargeId
              ? [
                  {
                    label: t`Payment`,
                    value: <TextLink to={movementsHref({}, chargeId)}>{t`See the charge`}</TextLink>,
                  },
                ]
              : []),
            { label: t`ID`, value: <code>{id}</code> },
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
      title={t`Charges, refunds, payouts and disputes`}
      lead={t`Each with its next step. We ask the processor every minute about everything without an answer.`}
      back={paths.adminMoney}
      header={t`Movement`}
      endpoint={listMovements}
      wanted={movements.page}
      polled
      tabs={tabs}
      filters={filters()}
      orders={orders}
      searchLabel={t`Search by person, pool, id or reference`}
      failed={t`We couldn’t load the movements`}
      empty={{
        title: t`Everything is settled`,
        text: t`No charge, refund or payout is under way or has failed, and no bank disputes a payment.`,
        action: { to: paths.adminMoney, label: t`See all balances` },
      }}
      row={{
        title: poolText,
        name: amountText,
        subtitle: ({ username }) => (username ? `@${username}` : t`Deleted account`),
        columns,
      }}
      drawer={({ id, row, onClose }) => (
        <DetailDrawer
          id={id}
          wanted={movements.detail(id)}
          row={row}
          title={kindText}
          name={amountText}
          onClose={onClose}
        >
          {(movement) => <Details movement={movement} />}
        </DetailDrawer>
      )}
    />
  );
}
