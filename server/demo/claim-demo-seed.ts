import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import { imageFileKeys } from '#server/media/image-url.ts';
import type { Platform } from '#server/platform/platform.ts';
import { createClock, dropClock } from './demo-clock.sql.ts';
import { emptyEverything, hasOthers, hasPeople, listPictures, readRecord, recordBegin } from './demo-record.sql.ts';

/**
 * Returns whether to fill the demo now. That is the case in an empty database, and after a process was killed while it filled the
 * demo; this function then empties the database. It deletes nothing if an account exists that the demo did not create.
 */
export async function claimDemoSeed({ db, files }: Platform): Promise<boolean> {
  const record = await readRecord(db.sql);
  if (record === 'finished') return false;
  if (record === 'begun') await db.tx(dropClock);
  const isIncomplete = record === 'begun' && !(await hasOthers(db.sql, demoMailDomain));
  if (!isIncomplete && (await hasPeople(db.sql))) return false;
  const pictures = isIncomplete ? await listPictures(db.sql) : [];
  await db.tx(async (tx) => {
    await recordBegin(tx);
    if (isIncomplete) await emptyEverything(tx);
    await createClock(tx);
  });
  for (const key of pictures.flatMap(imageFileKeys)) await files.remove(key);
  return true;
}
