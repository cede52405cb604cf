import type { Platform } from '#server/platform/platform.ts';
import { hasForeignKey } from './performers.sql.ts';
import { idsOf, recordsKeyOf } from './seal.ts';

/** Logs an error at start if RECORDS_KEY cannot decrypt the stored records. The site works; adult deliveries and exports are refused. */
export async function warnAboutWrongKey({ config, db, log }: Platform): Promise<void> {
  if (!config.performerRecords.key || !(await hasForeignKey(db.sql, idsOf(recordsKeyOf(config))))) return;
  log.error('RECORDS_KEY cannot decrypt some performer records. Restart the server with the key that encrypted them.');
}
