import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { MoneyBooks } from '#web/bookkeeping/money-books.tsx';
import { moneyQuery } from '#web/bookkeeping/money-queries.ts';
import { definePage } from '#web/data/page.ts';

export const page = definePage({
  title: msg`Money`,
  description: msg`Balances, unsettled and failed movements, and totals by month.`,
  canonical: paths.adminMoney,
  noindex: true,
  queries: () => [moneyQuery],
});

export const Component = MoneyBooks;
