import type { PassThrough, Readable } from 'node:stream';
import { Readable as Source } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { appError } from '#contract/errors.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import { idsOf, type SealKey } from '#server/platform/data/seal.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { detailsOf, producedOn, scanExtensions } from './performer.ts';
import {
  findCreatorId,
  hasForeignKey,
  listAllProductions,
  listPerformers,
  type PerformerRow,
} from './performers.sql.ts';
import { recordsKeyOf, unsealRecord } from './seal.ts';

export interface RecordsExport {
  /** Undefined for the records of all creators. */
  username?: string | undefined;
  /** Only these productions and the people shown in them; undefined for everything. */
  productions?: readonly string[] | undefined;
  reason: string;
  ip: string;
}

/**
 * Streams a zip with the decrypted records, as an inspector needs them: performers.json, productions.json and the scans. The audit row is
 * committed before the first byte. Throws not_found, performer_records_closed, and conflict if another key encrypted some records.
 */
export async function exportRecords(
  context: Platform,
  actor: Actor,
  { username, productions: chosen, reason, ip }: RecordsExport,
): Promise<Readable> {
  const { sql } = context.db;
  const key = recordsKeyOf(context.config);
  const creatorId = username ? await findCreatorId(sql, username) : null;
  if (creatorId === undefined)
    throw appError('not_found', { message: () => t`No person is named @${{ username: username ?? '' }}.` });
  if (await hasForeignKey(sql, idsOf(key))) {
    throw appError('conflict', {
      message: () =>
        verbatim('Some records were encrypted with a different RECORDS_KEY. Restart the server with that key.'),
    });
  }
  const scope = { creatorId, productionIds: chosen ?? null };
  const performers = await listPerformers(sql, scope);
  const productions = await listAllProductions(sql, scope);
  await context.db.tx((tx) =>
    writeAudit(tx, {
      actorId: actor.userId,
      action: 'performer_records.exported',
      targetKind: creatorId ? 'user' : 'performer_records',
      targetId: creatorId ?? 'all',
      before: {},
      after: {
        performers: performers.length,
        productions: productions.length,
        ...(chosen ? { selected: productions.map(({ id }) => id).join(' ') } : {}),
      },
      reason,
      ip,
      // Nothing is decided: the admin reads what an inspector asks for.
      concerned: 'no_one',
    }),
  );
  return zipOf(context, key, performers, {
    'performers.json': performers.map((row) => {
      const details = detailsOf(key, row);
      const { id, creatorId: creator, createdAt, keepUntil } = row;
      return { id, creator, ...details, scan: scanName(row, details.scanType), createdAt, keepUntil };
    }),
    'productions.json': productions.map((row) => {
      const { id, poolId, creatorId: creator, showsNoOne, performerIds, createdAt, keepUntil } = row;
      return { id, poolId, creator, producedOn: producedOn(key, row), showsNoOne, performerIds, createdAt, keepUntil };
    }),
  });
}

const scanName = ({ id }: PerformerRow, type: keyof typeof scanExtensions) => `scans/${id}.${scanExtensions[type]}`;

/** Decrypts a scan when the client has received the previous one, so that one scan is in memory at a time. */
function zipOf(
  { files }: Platform,
  key: SealKey,
  performers: PerformerRow[],
  lists: Record<string, object[]>,
): Readable {
  const zip = new ZipFile();
  // yazl declares a smaller type than the PassThrough that it creates.
  const archive = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => archive.destroy(error));
  for (const [name, rows] of Object.entries(lists)) zip.addBuffer(Buffer.from(JSON.stringify(rows, null, 2)), name);
  for (const row of performers) {
    zip.addReadStreamLazy(scanName(row, detailsOf(key, row).scanType), (useStream) => {
      buffer(files.open(row.scanKey))
        .then((sealed) => useStream(null, Source.from([unsealRecord(key, row.id, sealed)])))
        .catch((error: unknown) => zip.emit('error', error));
    });
  }
  zip.end();
  return archive;
}
