import type { Platform } from '#server/platform/platform.ts';
import { type JobFacts, readJobFacts } from './health.sql.ts';

/** Whether jobs run and end well, for the health page and `cli doctor`. Undefined before the first start. */
export function readJobs({ db }: Pick<Platform, 'db'>): Promise<JobFacts | undefined> {
  return readJobFacts(db.sql);
}
