import type { Platform } from '#server/platform/platform.ts';
import { deleteOldCreatorTraces } from './claims/traces.sql.ts';
import { publishEndedVacations } from './publish-ended-vacations.ts';

export function defineCreatorJobs(context: Platform): void {
  const { jobs } = context;
  const sweep = jobs.define<undefined>('creators.sweep', () => deleteOldCreatorTraces(context.db.sql));
  jobs.every('creators.sweep', '53 3 * * *', sweep);
  const publish = jobs.define<undefined>('creators.vacations', () => publishEndedVacations(context), {
    queue: 'clock',
  });
  jobs.every('creators.vacations', '*/10 * * * *', publish);
}
