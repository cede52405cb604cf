import type { MoneyTrouble } from '#contract/admin/money.ts';
import { isErasedUsername, userPath } from '#contract/paths.ts';
import { poolIdPath } from '#contract/pool-path.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';

const kinds = { charge: 'Charge', payout: 'Payout', refund: 'Refund' } as const;

const columns: readonly Column<MoneyTrouble>[] = [
  {
    key: 'what',
    header: 'What',
    cell: ({ kind, state }) => (
      <span className="flex flex-wrap items-center gap-2">
        <b>{kinds[kind]}</b>
        <Chip tone={state === 'failed' ? 'danger' : 'accent'}>{state === 'failed' ? 'Failed' : 'No answer yet'}</Chip>
      </span>
    ),
  },
  { key: 'amount', header: 'Amount', align: 'end', cell: ({ amountCents }) => formatMoneyExact(amountCents) },
  {
    key: 'pool',
    header: 'Pool',
    cell: ({ poolId, poolTitle }) =>
      poolId && poolTitle ? <TextLink to={poolIdPath(poolId)}>{poolTitle}</TextLink> : '–',
  },
  {
    key: 'person',
    header: 'Person',
    cell: ({ username }) =>
      username && !isErasedUsername(username) ? (
        <TextLink to={userPath(username)}>@{username}</TextLink>
      ) : (
        'Deleted account'
      ),
  },
  {
    key: 'next',
    header: 'Next step',
    cell: ({ kind, reason, nextStep }) => (
      <span className="block max-w-text">
        {reason ? (
          <span className="block text-muted">{kind === 'charge' ? `Message to the fan: “${reason}”` : reason}</span>
        ) : null}
        {nextStep}
      </span>
    ),
  },
  { key: 'since', header: 'Since', align: 'end', cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Charges, payouts and refunds without a final answer or failed, each with its next step. */
export function TroubleTable({ troubles, count }: { troubles: readonly MoneyTrouble[]; count: number }) {
  if (troubles.length === 0) {
    return (
      <EmptyState title="Everything is settled">No charge, payout or refund is under way or has failed.</EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption="Unsettled and failed movements"
        columns={columns}
        rows={troubles}
        rowKey={({ kind, id }) => `${kind} ${id}`}
      />
      {count > troubles.length ? (
        <p className="mt-2 text-sm text-muted">
          The first {troubles.length} of {count}.
        </p>
      ) : null}
    </>
  );
}
