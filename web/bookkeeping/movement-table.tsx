import type { MoneyMovement } from '#contract/admin/money.ts';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { type ListState, listHref } from '#web/admin-table/list-state.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { movements } from './lists.ts';
import { kindText, MovementState, PersonLink, PoolLink, reasonOf } from './movement-labels.tsx';

const start: ListState = { search: '', filters: { status: 'open', kind: '' }, sort: 'urgent', page: 1, open: '' };

/** The address of the list with these filters, or of one movement in it. */
export const movementsHref = (filters: Record<string, string>, open = '') =>
  listHref(movements.list, start, { filters, open });

const columns = (): readonly Column<MoneyMovement>[] => [
  {
    key: 'what',
    header: t`What`,
    cell: (movement) => (
      <span className="flex flex-wrap items-center gap-2">
        <TextLink to={movementsHref({}, movement.id)}>{kindText(movement)}</TextLink>
        <MovementState movement={movement} />
      </span>
    ),
  },
  { key: 'amount', header: t`Amount`, align: 'end', cell: ({ amountCents }) => formatMoneyExact(amountCents) },
  { key: 'pool', header: t`Pool`, cell: (movement) => <PoolLink {...movement} /> },
  { key: 'person', header: t`Person`, cell: ({ username }) => <PersonLink username={username} /> },
  {
    key: 'next',
    header: t`Next step`,
    align: 'text',
    cell: (movement) => {
      const reason = reasonOf(movement);
      return (
        <span className="block max-w-text">
          {reason ? <span className="block text-muted">{reason}</span> : null}
          <span>{movement.nextStep}</span>
        </span>
      );
    },
  },
  {
    key: 'since',
    header: t`Since`,
    align: 'end',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
];

interface MovementTableProps {
  caption: Text;
  rows: readonly MoneyMovement[];
  count: number;
  empty: { title: Text; text: Text };
}

/** The first movements of a list. */
export function MovementTable({ caption, rows, count, empty }: MovementTableProps) {
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>;
  return (
    <>
      <DataTable caption={caption} columns={columns()} rows={rows} rowKey={({ id }) => id} />
      {count > rows.length ? (
        <p className="mt-2 text-sm text-muted">
          {count === limits.adminFilteredCountMax
            ? t`The first ${{ shown: rows.length }} of ${{ total: formatNumber(count) }} or more.`
            : t`The first ${{ shown: rows.length }} of ${{ total: formatNumber(count) }}.`}
        </p>
      ) : null}
    </>
  );
}
