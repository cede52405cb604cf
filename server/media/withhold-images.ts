import type { Tx } from '#server/platform/postgres/db.ts';
import { setWithheld } from './images.sql.ts';

/**
 * Serves these pictures to admins only, or to everyone again. Copies that browsers and proxies cached before stay theirs. Returns the
 * number of pictures that still exist.
 */
export async function withholdImages(tx: Tx, imageIds: string[], isWithheld: boolean): Promise<number> {
  return imageIds.length === 0 ? 0 : setWithheld(tx, imageIds, isWithheld);
}
