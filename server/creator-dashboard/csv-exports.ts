import { type Contributor, contributorStatusWords, listContributors } from '#contract/contributors.ts';
import { getStatement, type StatementLine } from '#contract/creators/creator-statement.ts';
import { appError } from '#contract/errors.ts';
import { type CsvColumn, csvMoney } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { assertOwnPool, contributorBatches } from './list-contributors.ts';
import { readStatement } from './read-statement.ts';

const contributorColumns: readonly CsvColumn<Contributor>[] = [
  { header: 'Name', value: ({ fan }) => (fan ? (fan.displayName ?? fan.username) : 'Anonymous fan') },
  { header: 'Username', value: ({ fan }) => fan?.username ?? null },
  { header: 'Amount (USD)', value: ({ amountCents }) => csvMoney(amountCents) },
  { header: 'Status', value: ({ status }) => contributorStatusWords[status] },
  { header: 'Pledged', value: ({ pledgedAt }) => pledgedAt },
  { header: 'Paid', value: ({ paidAt }) => paidAt },
];

const kindWords: Record<StatementLine['kind'], string> = {
  release: 'Earned',
  payout: 'Payout',
  payout_failed: 'Payout returned',
  payout_reversed: 'Taken back from your payout account',
  refund: 'Refund to a fan',
  dispute_lost: 'Lost dispute',
  refund_returned: 'Refund that didn’t reach the fan',
  other: 'Correction by the platform',
};

interface CsvLine {
  line: Pick<StatementLine, 'at' | 'poolId' | 'poolTitle' | 'grossCents' | 'feeCents' | 'costCents' | 'amountCents'>;
  words: string;
  reference: number | null;
  balanceCents: number;
}

const statementColumns: readonly CsvColumn<CsvLine>[] = [
  { header: 'Date (UTC)', value: ({ line }) => line.at },
  { header: 'Entry', value: ({ words }) => words },
  { header: 'Pool', value: ({ line }) => line.poolTitle },
  { header: 'Pool ID', value: ({ line }) => line.poolId },
  { header: 'Paid by fans (USD)', value: ({ line }) => csvMoney(line.grossCents) },
  { header: 'Platform fee (USD)', value: ({ line }) => csvMoney(-line.feeCents) },
  { header: 'Card costs (USD)', value: ({ line }) => csvMoney(-line.costCents) },
  { header: 'Amount (USD)', value: ({ line }) => csvMoney(line.amountCents) },
  { header: 'Balance (USD)', value: ({ balanceCents }) => csvMoney(balanceCents) },
  { header: 'Journal', value: ({ reference }) => reference },
];

function signedIn({ actor }: RequestContext) {
  if (!actor) throw appError('not_signed_in');
  return actor;
}

/** Opening and closing balance as separate lines, so that a reader can add the file up. */
function balanceLine(words: string, at: string, balanceCents: number): CsvLine {
  const none = { poolId: null, poolTitle: null, grossCents: 0, feeCents: 0, costCents: 0, amountCents: 0 };
  return { line: { ...none, at }, words, reference: null, balanceCents };
}

/** Contributors and statements as CSV files. */
export function csvExports(context: Platform): CsvRoutes[] {
  const limiter = context.limits.limiter('creator exports', { points: 120, perMs: 60 * 60_000 });
  async function* statementLines(month: string, request: RequestContext): AsyncGenerator<CsvLine[]> {
    const { seesAdult } = request;
    const { balance, lines } = await readStatement(context, signedIn(request), { month, seesAdult });
    const start = `${month}-01T00:00:00.000Z`;
    const closedAt = lines.at(-1)?.at ?? start;
    yield [
      balanceLine('Opening balance', start, balance.openingCents),
      ...lines.map((line) => ({
        line,
        words: kindWords[line.kind],
        reference: line.journalId,
        balanceCents: line.balanceCents,
      })),
      balanceLine('Closing balance', closedAt, balance.closingCents),
    ];
  }
  return [
    csvRoutes(
      {
        list: listContributors,
        name: 'contributors',
        summary: 'Export the pledges to a pool that is assigned to me as CSV',
        columns: contributorColumns,
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
        batches: ({ query }, request) => statementLines(query.month, request),
      },
      limiter,
    ),
  ];
}
