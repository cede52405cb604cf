import { imageUrl } from '#server/media/image-url.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { takeImagesOfReports } from './report-images.sql.ts';

/** Takes the pictures from decided or erased reports, and deletes those that nothing else uses. */
export async function dropReportImages(
  context: InTransaction<Platform>,
  tx: Tx,
  reportIds: readonly string[],
): Promise<void> {
  for (const key of await takeImagesOfReports(tx, reportIds)) await removeImage(context, tx, imageUrl(key));
}
