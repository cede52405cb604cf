import { imageFileKeys } from '#server/media/image-url.ts';
import type { Platform } from '#server/platform/platform.ts';
import { demoMailEnd } from './demo-content.ts';
import { emptyEverything, hasOthers, hasPeople, listPictures, readRecord, recordBegin } from './demo-record.sql.ts';

/**
 * Returns whether to fill the demo now: in an empty database, and again after a process was killed while it filled, which this
 * function cleans up. It removes nothing once an account exists that the demo did not create.
 */
export async function beginDemo({ db, files }: Platform): Promise<boolean> {
  const record = await readRecord(db.sql);
  if (record === 'finished') return false;
  const torn = record === 'begun' && !(await hasOthers(db.sql, demoMailEnd));
  if (!torn && (await hasPeople(db.sql))) return false;
  const pictures = torn ? await listPictures(db.sql) : [];
  await db.tx(async (tx) => {
    await recordBegin(tx);
    if (torn) await emptyEverything(tx);
  });
  for (const key of pictures.flatMap(imageFileKeys)) await files.remove(key);
  return true;
}
