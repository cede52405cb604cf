import type { Health, SlowStatement } from '#contract/admin/health.ts';
import { t } from '#contract/language/text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { Runbook } from './runbook.tsx';

const duration = (ms: number) =>
  ms < 1000
    ? t`${{ milliseconds: ms < 10 ? formatNumber(ms, 1) : formatNumber(Math.round(ms)) }} ms`
    : t`${{ seconds: formatNumber(Math.round(ms / 1000)) }} s`;

const columns = (): readonly Column<SlowStatement>[] => [
  {
    key: 'text',
    header: t`Statement`,
    align: 'text',
    cell: ({ text }) => <code className="block max-w-text text-sm wrap-anywhere">{text}</code>,
  },
  { key: 'calls', header: t`Calls`, align: 'end', cell: ({ calls }) => formatNumber(calls) },
  {
    key: 'mean',
    header: t({ message: 'Each', context: 'the average time of a call' }),
    align: 'end',
    cell: ({ meanMs }) => duration(meanMs),
  },
  { key: 'total', header: t`Total`, align: 'end', cell: ({ totalMs }) => duration(totalMs) },
];

/** The slowest statements, or how to make PostgreSQL collect them. */
export function StatementList({
  statements,
  help,
}: {
  statements: readonly SlowStatement[] | null;
  help: Health['statementsHelp'];
}) {
  if (!statements) {
    return (
      <div className="card p-5">
        <p>{t`PostgreSQL doesn’t collect the times of statements yet. Turn on its extension pg_stat_statements to see them here.`}</p>
        {help ? <Runbook section={help} label={t`How to turn it on`} /> : null}
      </div>
    );
  }
  if (statements.length === 0)
    return (
      <EmptyState
        title={t`No statements yet`}
      >{t`They appear here as soon as PostgreSQL has counted some.`}</EmptyState>
    );
  return (
    <DataTable
      caption={t`Statements by total time`}
      columns={columns()}
      rows={statements}
      rowKey={({ text }) => text}
    />
  );
}
