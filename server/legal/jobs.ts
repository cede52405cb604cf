import type { Platform } from '#server/platform/platform.ts';
import { sweepRecords } from './records/sweep-records.ts';
import { sweepTakedowns } from './sweep-takedowns.ts';

/** The clocks of takedown cases, and the end of the retention of performer records. */
export function defineLegalJobs(context: Platform): void {
  const { jobs } = context;
  const takedowns = jobs.define<undefined>('legal.sweep_takedowns', () => sweepTakedowns(context), { queue: 'clock' });
  jobs.every('legal.sweep_takedowns', '*/5 * * * *', takedowns);
  const records = jobs.define<undefined>('legal.sweep_records', () => sweepRecords(context), { queue: 'clock' });
  jobs.every('legal.sweep_records', '23 4 * * *', records);
}
