import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { JobQueue } from '#contract/admin/health.ts';
import { getHealth, retryJobs } from '#contract/calls/admin.ts';
import { grouped } from '#contract/values/format-number.ts';
import { count } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

function Retry({ kind, failed }: Pick<JobQueue, 'kind' | 'failed'>) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      const { retried } = await call(retryJobs, { body: { kind } });
      toast({ title: retried === 0 ? 'No failed job is left' : `${count(retried, 'job')} will run again now` });
      await refresh(getHealth);
    } catch (error) {
      toastError(error);
    }
    setBusy(false);
  }

  return (
    <Button
      size="sm"
      disabled={!ready}
      busy={busy}
      icon={<RotateCw aria-hidden="true" />}
      aria-label={`Run again: ${count(failed, 'failed job')} of ${kind}`}
      onClick={retry}
    >
      Run again
    </Button>
  );
}

const number = (key: 'due' | 'later' | 'running', header: string): Column<JobQueue> => ({
  key,
  header,
  align: 'end',
  cell: (queue) => grouped(queue[key]),
});

const columns: readonly Column<JobQueue>[] = [
  { key: 'kind', header: 'Kind', cell: ({ kind }) => <code className="wrap-anywhere">{kind}</code> },
  number('due', 'Due'),
  {
    key: 'oldest',
    header: 'Oldest due',
    cell: ({ oldestDueAt }) => (oldestDueAt ? <RelativeTime at={oldestDueAt} /> : '–'),
  },
  number('running', 'Running'),
  number('later', 'Later'),
  {
    key: 'failed',
    header: 'Failed',
    cell: ({ failed, lastFailedAt }) =>
      failed === 0 || !lastFailedAt ? (
        '0'
      ) : (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Chip tone="danger">{grouped(failed)}</Chip>
          <span className="text-sm text-muted">
            last <RelativeTime at={lastFailedAt} />
          </span>
        </span>
      ),
  },
  {
    key: 'retry',
    header: '',
    cell: ({ kind, failed }) => (failed > 0 ? <Retry kind={kind} failed={failed} /> : null),
  },
];

/** The queue by kind. Failed jobs can run again. */
export function JobTable({ jobs }: { jobs: readonly JobQueue[] }) {
  if (jobs.length === 0) return <EmptyState title="No jobs waiting">Jobs appear here until they succeed.</EmptyState>;
  const hasFailed = jobs.some(({ failed }) => failed > 0);
  return (
    <>
      <DataTable caption="Jobs by kind" columns={columns} rows={jobs} rowKey={({ kind }) => kind} />
      {hasFailed ? (
        <p className="mt-3 max-w-text text-sm text-muted">
          A failed job used up all its attempts, over about nine hours. The log has the error as “job failed” with the
          kind. Fix the cause first, then run the jobs again. That’s safe: a job that had already done its work does
          nothing. Failed jobs are deleted after three days.
        </p>
      ) : null}
    </>
  );
}
