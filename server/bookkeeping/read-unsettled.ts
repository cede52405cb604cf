import type { Platform } from '#server/platform/platform.ts';
import { readUnsettledRows, type Unsettled } from './unsettled.sql.ts';

export type { Unsettled } from './unsettled.sql.ts';

/** The movements that wait for the card processor, for the metrics and `cli doctor`. */
export function readUnsettled({ db }: Pick<Platform, 'db'>): Promise<Unsettled> {
  return readUnsettledRows(db.sql);
}
