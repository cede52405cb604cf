import type { DisputeItem } from '#contract/admin/disputes.ts';
import { listDisputes } from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { DisputeDetails, DisputeState, disputedAmount } from './dispute-details.tsx';
import { disputes } from './lists.ts';
import { amountColumn, moneyOrders, sinceColumn, textColumn } from './money-columns.tsx';

const tabs = {
  name: 'status',
  label: 'States',
  tabs: [
    ['open', 'Open'],
    ['needs_response', 'Evidence needed'],
    ['under_review', 'Under review'],
    ['won', 'Won'],
    ['lost', 'Lost'],
    ['', 'All'],
    ['warning', 'Fraud warnings'],
    ['unbooked', 'Inquiries'],
  ],
} as const;

const orders = [['due', 'Most urgent first'], ...moneyOrders] as const;

const kinds: Partial<Record<DisputeItem['status'], string>> = { warning: 'Fraud warning', inquiry: 'Inquiry' };
const kindOf = ({ status }: DisputeItem) => kinds[status] ?? 'Dispute';
const nameOf = (item: DisputeItem) => `${kindOf(item)} of ${disputedAmount(item)}`;

const columns: readonly ListColumn<DisputeItem>[] = [
  { key: 'state', header: 'State', cell: (item) => <DisputeState item={item} /> },
  { ...amountColumn, cell: (item) => <b>{disputedAmount(item)}</b> },
  textColumn('reason', 'Reason', ({ reason }) => reason),
  { key: 'due', header: 'Time left', cell: ({ dueAt }) => (dueAt ? <TimeLeft until={dueAt} /> : '–') },
  sinceColumn(({ openedAt }) => openedAt, { extra: true }),
];

/** Disputes and early fraud warnings; those with the least time for evidence come first. */
export function DisputeList() {
  return (
    <AdminList<DisputeItem>
      list={disputes.list}
      title="Disputes"
      lead="Payments that a fan’s bank took back, asks about or suspects of fraud. Submit the evidence in time, or the fan keeps the money."
      back={paths.adminMoney}
      header="Payment"
      endpoint={listDisputes}
      wanted={disputes.page}
      polled
      tabs={tabs}
      orders={orders}
      searchLabel="Search by person, pool, id or reference"
      failed="We couldn’t load the disputes"
      empty={{
        title: 'No disputes here',
        text: 'When a fan’s bank questions a payment, it appears here with the evidence to submit.',
        action: { to: paths.adminMoney, label: 'See all balances' },
      }}
      row={{
        title: ({ poolTitle }) => poolTitle ?? 'Removed pool',
        name: nameOf,
        subtitle: ({ username }) => (username ? `@${username}` : 'Deleted account'),
        columns,
      }}
      drawer={({ id, row, onClose }) => (
        <DetailDrawer
          id={id}
          wanted={disputes.detail(id)}
          row={row}
          title={kindOf}
          name={nameOf}
          roomy
          onClose={onClose}
        >
          {(dispute) => <DisputeDetails dispute={dispute} />}
        </DetailDrawer>
      )}
    />
  );
}
