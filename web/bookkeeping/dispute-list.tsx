import type { DisputeItem } from '#contract/admin/disputes.ts';
import { listDisputes } from '#contract/calls/admin.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
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
  label: msg`States`,
  tabs: [
    ['open', msg({ message: 'Open', context: 'without a decision' })],
    ['needs_response', msg`Evidence needed`],
    ['under_review', msg`Under review`],
    ['won', msg`Won`],
    ['lost', msg`Lost`],
    ['', msg({ message: 'All', context: 'disputes in all states' })],
    ['warning', msg`Fraud warnings`],
    ['unbooked', msg`Inquiries`],
  ],
} as const;

const orders = [['due', msg`Most urgent first`], ...moneyOrders] as const;

function kindOf({ status }: DisputeItem): Text {
  if (status === 'warning') return t`Fraud warning`;
  return status === 'inquiry' ? t`Inquiry` : t`Dispute`;
}

function nameOf(item: DisputeItem): Text {
  const amount = disputedAmount(item);
  if (item.status === 'warning') return t`Fraud warning of ${{ amount }}`;
  return item.status === 'inquiry' ? t`Inquiry of ${{ amount }}` : t`Dispute of ${{ amount }}`;
}

const columns: readonly ListColumn<DisputeItem>[] = [
  { key: 'state', header: msg`State`, cell: (item) => <DisputeState item={item} /> },
  { ...amountColumn, cell: (item) => <b>{disputedAmount(item)}</b> },
  textColumn('reason', msg`Reason`, ({ reason }) => reason),
  { key: 'due', header: msg`Time left`, cell: ({ dueAt }) => (dueAt ? <TimeLeft until={dueAt} /> : '–') },
  sinceColumn(({ openedAt }) => openedAt, { extra: true }),
];

/** Disputes and early fraud warnings; those with the least time for evidence come first. */
export function DisputeList() {
  return (
    <AdminList<DisputeItem>
      list={disputes.list}
      title={t`Disputes`}
      lead={t`Payments that a fan’s bank took back, asks about or suspects of fraud. Submit the evidence in time, or the fan keeps the money.`}
      back={paths.adminMoney}
      header={t`Payment`}
      endpoint={listDisputes}
      wanted={disputes.page}
      polled
      tabs={tabs}
      orders={orders}
      searchLabel={t`Search by person, pool, id or reference`}
      failed={t`We couldn’t load the disputes`}
      empty={{
        title: t`No disputes here`,
        text: t`When a fan’s bank questions a payment, it appears here with the evidence to submit.`,
        action: { to: paths.adminMoney, label: t`See all balances` },
      }}
      row={{
        title: ({ poolTitle }) => poolTitle ?? t`Removed pool`,
        name: nameOf,
        subtitle: ({ username }) => (username ? `@${username}` : t`Deleted account`),
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
