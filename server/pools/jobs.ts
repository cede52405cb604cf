import type { MoneyContext } from '#server/money/money-context.ts';
import { applyPoolDeadline } from '#server/pools/lifecycle/apply-pool-deadline.ts';
import { remindCreator } from '#server/pools/lifecycle/remind-creator.ts';
import { poolDeadlineJob, responseReminder } from '#server/pools/lifecycle/schedule-pool-jobs.ts';
import { sweepPoolDeadlines } from '#server/pools/lifecycle/sweep-pool-deadlines.ts';
import { sweepWaitingPools } from '#server/pools/lifecycle/sweep-waiting-pools.ts';
import { sweepWaits } from '#server/pools/lifecycle/wait-for-accounts.ts';

export function definePoolJobs(context: MoneyContext): void {
  const { jobs } = context;
  jobs.define(poolDeadlineJob.kind, ({ poolId }: { poolId: string }) => applyPoolDeadline(context, poolId), {
    queue: 'clock',
  });
  jobs.define<Parameters<typeof remindCreator>[1]>(
    responseReminder.kind,
    (reminder) => remindCreator(context, reminder),
    { queue: 'clock' },
  );
  const work = async () => {
    await sweepPoolDeadlines(context);
    await sweepWaitingPools(context);
  };
  const sweep = jobs.define<undefined>('pool.sweep', work, { queue: 'clock' });
  jobs.every('pool.sweep', '* * * * *', sweep);
  const waits = jobs.define<undefined>('pool.sweep_waits', () => sweepWaits(context), { queue: 'clock' });
  jobs.every('pool.sweep_waits', '* * * * *', waits);
}
