import type { Tx } from '#server/platform/postgres/db.ts';
import { setWithheld } from './images.sql.ts';

/** Serves these pictures to admins only, or to everyone again. Copies that browsers and proxies cached before stay theirs. */
export async function withholdImages(tx: Tx, imageIds: string[], isWithheld: boolean): Promise<void> {
  if (imageIds.length > 0) await setWithheld(tx, imageIds, isWithheld);
}
