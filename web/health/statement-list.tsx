import type { Health, SlowStatement } from '#contract/admin/health.ts';
import { grouped } from '#contract/values/format-number.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { Runbook } from './runbook.tsx';

const duration = (ms: number) =>
  ms < 1000 ? `${ms.toFixed(ms < 10 ? 1 : 0)} ms` : `${grouped(Math.round(ms / 1000))} s`;

const columns: readonly Column<SlowStatement>[] = [
  {
    key: 'text',
    header: 'Statement',
    align: 'text',
    cell: ({ text }) => <code className="block max-w-text text-sm wrap-anywhere">{text}</code>,
  },
  { key: 'calls', header: 'Calls', align: 'end', cell: ({ calls }) => grouped(calls) },
  { key: 'mean', header: 'Each', align: 'end', cell: ({ meanMs }) => duration(meanMs) },
  { key: 'total', header: 'Total', align: 'end', cell: ({ totalMs }) => duration(totalMs) },
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
        <p>
          PostgreSQL doesn’t collect the times of statements yet. Turn on its extension pg_stat_statements to see them
          here.
        </p>
        {help ? <Runbook section={help} label="How to turn it on" /> : null}
      </div>
    );
  }
  if (statements.length === 0)
    return <EmptyState title="No statements yet">They appear here as soon as PostgreSQL has counted some.</EmptyState>;
  return (
    <DataTable caption="Statements by total time" columns={columns} rows={statements} rowKey={({ text }) => text} />
  );
}
