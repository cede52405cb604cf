import { imageFileKeys } from '#server/media/image-url.ts';
import type { Platform } from '#server/platform/platform.ts';
import { demoMailEnd } from './demo-people.ts';
import { emptyEverything, hasOthers, hasPeople, listPictures, readRecord, recordBegin } from './demo-record.sql.ts';

/**
 * Whether demo data is to be made now: into an empty database, and once more from the start where somebody was interrupted in the
 * middle of it. Nothing is taken away where anybody is whom the demo did not bring.
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
