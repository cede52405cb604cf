import type { Platform } from '#server/platform/platform.ts';
import { remindSavers } from './remind-savers.ts';

export function defineFavoriteJobs(context: Platform): void {
  const { jobs } = context;
  const remind = jobs.define<undefined>('saves.remind', () => remindSavers(context), { queue: 'clock' });
  jobs.every('saves.remind', '*/10 * * * *', remind);
}
