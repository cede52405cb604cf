import { type Contributor, contributorStatusWords, listContributors } from '#contract/contributors.ts';
import { getStatement, type StatementLine } from '#contract/creators/creator-statement.ts';
import { appError } from '#contract/errors.ts';
import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
import { type CsvColumn, csvMoney } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { assertOwnPool, contributorBatches } from './list-contributors.ts';
import { readStatement } from './read-statement.ts';

const contributorColumns: readonly CsvColumn<Contributor>[] = [
  {
    header: msg({ message: 'Name', context: 'heading of a column' }),
    value: ({ fan }) => (fan ? (fan.displayName ?? fan.username) : t`Anonymous fan`),
  },
  { header: msg`Username`, value: ({ fan }) => fan?.username ?? null },
  { header: msg`Amount (USD)`, value: ({ amountCents }) => csvMoney(amountCents) },
  { header: msg`Status`, value: ({ status }) => textOf(contributorStatusWords[status]) },
  {
    header: msg({ message: 'Pledged', context: 'heading of a column with days' }),
    value: ({ pledgedAt }) => pledgedAt,
  },
  { header: msg({ message: 'Paid', context: 'heading of a column with days' }), value: ({ paidAt }) => paidAt },
];

const kindWords: Record<StatementLine['kind'], Message> = {
  release: msg({ message: 'Earned', context: 'entry of a statement' }),
  payout: msg({ message: 'Payout', context: 'entry of a statement' }),
  payout_failed: msg`Payout returned`,
  payout_reversed: msg`Taken back from your payout account`,
  refund: msg`Refund to a fan`,
  dispute_lost: msg`Lost dispute`,
  refund_returned: msg`Refund that didn’t reach the fan`,
  other: msg`Correction by the platform`,
};

interface CsvLine {
  line: Pick<StatementLine, 'at' | 'poolId' | 'poolTitle' | 'grossCents' | 'feeCents' | 'costCents' | 'amountCents'>;
  words: Text;
  reference: number | null;
  balanceCents: number;
}

const statementColumns: readonly CsvColumn<CsvLine>[] = [
  { header: msg`Date (UTC)`, value: ({ line }) => line.at },
  {
    header: msg({ message: 'Entry', context: 'heading of a column: what an amount on the account is' }),
    value: ({ words }) => words,
  },
  { header: msg`Pool`, value: ({ line }) => line.poolTitle },
  { header: msg`Pool ID`, value: ({ line }) => line.poolId },
  { header: msg`Paid by fans (USD)`, value: ({ line }) => csvMoney(line.grossCents) },
  { header: msg`Platform fee (USD)`, value: ({ line }) => csvMoney(-line.feeCents) },
  { header: msg`Card costs (USD)`, value: ({ line }) => csvMoney(-line.costCents) },
  { header: msg`Amount (USD)`, value: ({ line }) => csvMoney(line.amountCents) },
  { header: msg`Balance (USD)`, value: ({ balanceCents }) => csvMoney(balanceCents) },
  {
    header: msg({ message: 'Journal', context: 'heading of a column: number in the ledger' }),
    value: ({ reference }) => reference,
  },
];

function signedIn({ actor }: RequestContext) {
  if (!actor) throw appError('not_signed_in');
  return actor;
}

/** Opening and closing balance as separate lines, so that a reader can add the file up. */
function balanceLine(words: Text, at: string, balanceCents: number): CsvLine {
  const none = { poolId: null, poolTitle: null, grossCents: 0, feeCents: 0, costCents: 0, amountCents: 0 };
  return { line: { ...none, at }, words, reference: null, balanceCents };
}

/** Contributors and statements as CSV files, in the language of the query's `lang`. */
export function csvExports(context: Platform): CsvRoutes[] {
  const limiter = context.limits.limiter('creator exports', { points: 120, perMs: 60 * 60_000 });
  async function* statementLines(month: string, request: RequestContext): AsyncGenerator<CsvLine[]> {
    const { seesAdult } = request;
    const { balance, lines } = await readStatement(context, signedIn(request), { month, seesAdult });
    const start = `${month}-01T00:00:00.000Z`;
    const closedAt = lines.at(-1)?.at ?? start;
    yield [
      balanceLine(t`Opening balance`, start, balance.openingCents),
      ...lines.map((line) => ({
        line,
        words: textOf(kindWords[line.kind]),
        reference: line.journalId,
        balanceCents: line.balanceCents,
      })),
      balanceLine(t`Closing balance`, closedAt, balance.closingCents),
    ];
  }
  return [
    csvRoutes(
      {
        list: listContributors,
        name: 'contributors',
        summary: 'Export the pledges to a pool that is assigned to me as CSV',
        columns: contributorColumns,
        languages: context.languages,
        onExport: (actor, { params }) => assertOwnPool(context, { actor, poolId: params.id }),
        batches: ({ params }, request) =>
          contributorBatches(context, {
            actor: signedIn(request),
            poolId: params.id,
            seesAdult: request.seesAdult,
          }),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: getStatement,
        name: 'statement',
        summary: 'Export my earnings statement of a month as CSV',
        columns: statementColumns,
        languages: context.languages,
        batches: ({ query }, request) => statementLines(query.month, request),
      },
      limiter,
    ),
  ];
}
