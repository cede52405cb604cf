import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { appError } from '#contract/errors.ts';
import { verbatim } from '#contract/language/text.ts';
import { idsOf, isSealedBy, type SealKey, seal } from '#server/platform/data/seal.ts';
import type { Platform } from '#server/platform/platform.ts';
import { scanFolder } from './add-performer.ts';
import {
  hasForeignKey,
  listAllProductions,
  listPerformers,
  type PerformerRow,
  replaceSealedPerformer,
  replaceSealedProduction,
} from './performers.sql.ts';
import { recordsKeyFrom, recordsKeyOf, unsealRecord } from './seal.ts';

const all = { creatorId: null, productionIds: null };

/**
 * Encrypts the performer records with RECORDS_KEY that RECORDS_KEY_BEFORE encrypted. Returns their number, and the number of records that
 * neither key opens. Each record changes on its own, so a run that was stopped can be repeated, also while servers run. A scan gets a
 * new file; a crash leaves at most a stray one, which the nightly job deletes. Throws performer_records_closed without both keys.
 */
export async function rotateRecords(context: Platform): Promise<{ rotated: number; unreadable: number }> {
  const { keyBefore } = context.config.performerRecords;
  if (!keyBefore)
    throw appError('performer_records_closed', {
      message: () => verbatim('Set RECORDS_KEY_BEFORE to the previous key.'),
    });
  const [before, key] = [recordsKeyFrom(keyBefore), recordsKeyOf(context.config)];
  const { sql } = context.db;
  const counts = { rotated: 0, unreadable: 0 };
  const isBefore = ({ sealed }: { sealed: Buffer }) => {
    const isOld = isSealedBy(before, sealed);
    if (!isOld && !isSealedBy(key, sealed)) counts.unreadable += 1;
    return isOld;
  };
  for (const row of (await listPerformers(sql, all)).filter(isBefore)) {
    if (await rotatePerformer(context, row, { before, key })) counts.rotated += 1;
  }
  for (const { id, sealed } of (await listAllProductions(sql, all)).filter(isBefore)) {
    const again = seal(key, id, unsealRecord(before, id, sealed));
    if (await replaceSealedProduction(sql, { id, before: sealed, sealed: again })) counts.rotated += 1;
  }
  return counts;
}

async function rotatePerformer(
  { db, files }: Platform,
  { id, sealed, scanKey }: PerformerRow,
  { before, key }: { before: SealKey; key: SealKey },
): Promise<boolean> {
  const scan = unsealRecord(before, id, await buffer(files.open(scanKey)));
  const newScanKey = `${scanFolder}/${randomUUID()}`;
  await files.put(newScanKey, seal(key, id, scan));
  const again = seal(key, id, unsealRecord(before, id, sealed));
  const isMine = await replaceSealedPerformer(db.sql, { id, before: sealed, sealed: again, scanKey: newScanKey });
  await files.remove(isMine ? scanKey : newScanKey);
  return isMine;
}

/** Logs an error at start if RECORDS_KEY cannot decrypt the stored records. The site works; adult deliveries and exports are refused. */
export async function warnAboutWrongKey({ config, db, log }: Platform): Promise<void> {
  if (!config.performerRecords.key || !(await hasForeignKey(db.sql, idsOf(recordsKeyOf(config))))) return;
  log.error('RECORDS_KEY cannot decrypt some performer records. Restart the server with the key that encrypted them.');
}
