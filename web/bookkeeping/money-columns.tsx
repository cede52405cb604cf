import { type Message, msg } from '#contract/language/text.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { RelativeTime } from '#web/ui/display.tsx';

/** The orders that every list of payments has, after its own first one. */
export const moneyOrders = [
  ['newest', msg`Newest first`],
  ['oldest', msg`Oldest first`],
  ['-amount', msg`Largest first`],
  ['amount', msg`Smallest first`],
] as const;

export const amountColumn: ListColumn<{ amountCents: number }> = {
  key: 'amount',
  header: msg`Amount`,
  align: 'end',
  sort: { up: 'amount', down: '-amount' },
  cell: ({ amountCents }) => <b>{formatMoneyExact(amountCents)}</b>,
};

/** A column with the age of a row; `extra` columns hide on narrow screens. */
export const sinceColumn = <Row,>(atOf: (row: Row) => string, { extra = false } = {}): ListColumn<Row> => ({
  key: 'since',
  header: msg`Since`,
  extra,
  sort: { up: 'oldest', down: 'newest' },
  cell: (row) => <RelativeTime at={atOf(row)} />,
});

/** A text that is cut after two lines, on wide screens only. */
export const textColumn = <Row,>(
  key: string,
  header: Message,
  wordsOf: (row: Row) => string | null,
): ListColumn<Row> => ({
  key,
  header,
  extra: true,
  cell: (row) => <span className="line-clamp-2 max-w-96 text-sm text-muted">{wordsOf(row) ?? '–'}</span>,
});
