import type { Platform } from '#server/platform/platform.ts';
import { deleteUnusedTranslations } from './translations.sql.ts';

const keptTranslations = 20_000;

export function defineTranslationJobs({ db, jobs }: Platform): void {
  const sweep = jobs.define<undefined>('translations.sweep', () => deleteUnusedTranslations(db.sql, keptTranslations));
  jobs.every('translations.sweep', '17 * * * *', sweep);
}
