import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { appError } from '#contract/errors.ts';
import type { ProcessorEvent } from '#server/money/card-processor.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { readSecrets } from '#server/platform/data/read-secret.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isSigned, signatureHeader } from './signature.ts';

export const makeWebhookSecret = () => `whsec_${randomBytes(32).toString('base64url')}`;

/** The valid signing secrets, newest first: several during rotation. */
export async function webhookSecrets(platform: Pick<Platform, 'db'>): Promise<string[]> {
  return (await readSecrets(platform.db.sql, 'sandbox_webhook', makeWebhookSecret)).all;
}

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(200),
  livemode: z.literal(false),
  data: z.object({ reference: z.string().max(300), object: z.string().max(300) }),
});

const entry =
  /^(?:setup\.(?:completed|failed)|charge\.(?:succeeded|failed)|refund\.succeeded|payout\.(?:paid|reversed)|card\.updated|dispute\.(?:opened|under_review|won|lost)|warning\.created)$/;

/** Verifies the signature over the raw bytes, then parses them. Throws `webhook_signature`, `validation_failed`. */
export async function readWebhook(
  platform: Pick<Platform, 'db'>,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): Promise<ProcessorEvent> {
  const header = headers[signatureHeader];
  const [secrets, now] = await Promise.all([webhookSecrets(platform), databaseNow(platform.db.sql)]);
  const nowS = Math.floor(now.getTime() / 1000);
  if (!isSigned(secrets, Array.isArray(header) ? undefined : header, nowS, rawBody))
    throw appError('webhook_signature');
  const event = eventSchema.safeParse(parse(rawBody));
  if (!event.success)
    throw appError('validation_failed', { message: () => 'This event does not have the expected fields.' });
  const { id, type, data } = event.data;
  return { id, type, reference: entry.test(type) ? data.reference : null, payload: data };
}

function parse(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
