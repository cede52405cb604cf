import type { Platform } from '#server/platform/platform.ts';
import { hasForeignKey } from './performers.sql.ts';
import { recordsKeyOf } from './seal.ts';

/** Logs an error at start if RECORDS_KEY does not open the stored records. The site works; adult deliveries and exports refuse. */
export async function warnAboutForeignKey({ config, db, log }: Platform): Promise<void> {
  if (!config.performerRecords.key || !(await hasForeignKey(db.sql, recordsKeyOf(config).id))) return;
  log.error('RECORDS_KEY does not open some performer records. Start with the key that encrypted them.');
}
