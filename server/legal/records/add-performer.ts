import { randomUUID } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { legalLimits } from '#contract/limits.ts';
import { type Performer, performerForm } from '#contract/performers.ts';
import { seal } from '#server/platform/data/seal.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type PerformerDetails, performerView, scanTypeOf } from './performer.ts';
import { insertPerformer } from './performers.sql.ts';
import { recordsKeyOf, sealJson } from './seal.ts';

/** The folder of the encrypted scans, under DATA_DIR/files. */
export const scanFolder = 'performer-records';

/**
 * Stores a creator's record of a performer, with a scan of the document. Both are encrypted in memory before they are written. Throws
 * performer_records_closed, payload_too_large, image_type, validation_failed.
 */
export async function addPerformer(context: Platform, request: RequestContext): Promise<Performer> {
  const { userId: creatorId } = signedIn(request);
  const key = recordsKeyOf(context.config);
  await context.limits.limiter('performers', { points: 60, perMs: 60 * 60_000 }).consume(creatorId);
  const form = await request.readForm({ maxFileBytes: legalLimits.scanBytes });
  const { legalName, aliases, dateOfBirth, documentKind } = parseValue(performerForm, form.fields);
  const scan = form.files.find(({ field }) => field === 'scan')?.data;
  if (!scan) throw missingScan();
  const scanType = scanTypeOf(scan);
  if (!scanType) throw appError('image_type', { message: () => t`Choose a PNG, JPEG, WebP or PDF file.` });
  const details: PerformerDetails = { legalName, aliases: namesIn(aliases), dateOfBirth, documentKind, scanType };
  const id = randomUUID();
  const scanKey = `${scanFolder}/${id}`;
  await context.files.put(scanKey, seal(key, id, scan));
  try {
    const row = await context.db.tx((tx) =>
      insertPerformer(
        tx,
        { id, creatorId, sealed: sealJson(key, id, details), scanKey },
        context.config.performerRecords.retentionMs,
      ),
    );
    return performerView(key, row);
  } catch (error) {
    await context.files.remove(scanKey);
    throw error;
  }
}

const missingScan = () =>
  appError('validation_failed', {
    message: () => t`Choose a scan of the document.`,
    fields: { scan: () => t`Choose a scan of the document.` },
  });

const namesIn = (aliases: string) => [...new Set(aliases.split(',').map((name) => name.trim()))].filter(Boolean);
