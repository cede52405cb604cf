import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { JobQueue } from '#contract/admin/health.ts';
import { getHealth, retryJobs } from '#contract/calls/admin.ts';
import { msg, plural, type Text, t, verbatim } from '#contract/language/text.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

function Retry({ kind, failed }: Pick<JobQueue, 'kind' | 'failed'>) {
  const ready = useHydrated();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      const { retried } = await call(retryJobs, { body: { kind } });
      toast({
        title:
          retried === 0
            ? t`No failed job is left`
            : t`${plural({ retried }, { one: '# job', other: '# jobs' })} will run again now`,
      });
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
      aria-label={t`Run again: ${plural({ failed }, { one: '# failed job', other: '# failed jobs' })} of ${{ kind }}`}
      onClick={retry}
    >{t`Run again`}</Button>
  );
}

const number = (key: 'due' | 'later' | 'running', header: Text): Column<JobQueue> => ({
  key,
  header,
  align: 'end',
  cell: (queue) => formatNumber(queue[key]),
});

const columns = (): readonly Column<JobQueue>[] => [
  { key: 'kind', header: t`Kind`, cell: ({ kind }) => <code className="wrap-anywhere">{kind}</code> },
  number('due', t({ message: 'Due', context: 'the number of jobs that should run now' })),
  {
    key: 'oldest',
    header: t`Oldest due`,
    cell: ({ oldestDueAt }) => (oldestDueAt ? <RelativeTime at={oldestDueAt} /> : '–'),
  },
  number('running', t({ message: 'Running', context: 'the number of jobs that run now' })),
  number('later', t({ message: 'Later', context: 'the number of jobs that run later' })),
  {
    key: 'failed',
    header: t`Failed`,
    cell: ({ failed, lastFailedAt }) =>
      failed === 0 || !lastFailedAt ? (
        '0'
      ) : (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Chip tone="danger">{formatNumber(failed)}</Chip>
          <span className="text-sm text-muted">
            <RichText
              text={msg({ message: 'last <when/>', context: 'the time of the last failure' })}
              tags={{ when: () => <RelativeTime at={lastFailedAt} /> }}
            />
          </span>
        </span>
      ),
  },
  {
    key: 'retry',
    header: verbatim(''),
    cell: ({ kind, failed }) => (failed > 0 ? <Retry kind={kind} failed={failed} /> : null),
  },
];

/** The queue by kind. Failed jobs can run again. */
export function JobTable({ jobs }: { jobs: readonly JobQueue[] }) {
  if (jobs.length === 0)
    return <EmptyState title={t`No jobs waiting`}>{t`Jobs appear here until they succeed.`}</EmptyState>;
  const hasFailed = jobs.some(({ failed }) => failed > 0);
  return (
    <>
      <DataTable caption={t`Jobs by kind`} columns={columns()} rows={jobs} rowKey={({ kind }) => kind} />
      {hasFailed ? (
        <p className="mt-3 max-w-text text-sm text-muted">{t`A failed job used up all its attempts, over about nine hours. The log has the error as “job failed” with the kind. Fix the cause first, then run the jobs again. That’s safe: a job that had already done its work does nothing. Failed jobs are deleted after three days.`}</p>
      ) : null}
    </>
  );
}
