import type { z } from 'zod';
import type { reportPageError as contract } from '#contract/page-errors.ts';
import { referenceOf } from '#contract/values/ids.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';

const hourMs = 60 * 60_000;

/** Removes email addresses, and the queries of URLs, which can contain tokens. */
const withoutPersonalData = (text: string) =>
  text.replace(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>()]+/g, '[email]').replace(/\?[^\s"'<>():]+/g, '');

/**
 * Logs an error of a page in the browser under a reference that the error page shows. The entry names neither the person nor their
 * address. Throws rate_limited: a limit for each address, and one for all together, so that reports cannot flood the log.
 */
export async function reportPageError(
  { limits, log }: Platform,
  request: RequestContext,
  { message, stack, path }: z.output<NonNullable<(typeof contract)['body']>>,
): Promise<{ reference: string }> {
  await limits.limiter('page errors by address', { points: 20, perMs: hourMs }).consume(addressKey(request.ip));
  await limits.limiter('page errors', { points: 1000, perMs: hourMs }).consume('all');
  const reference = referenceOf(request.requestId);
  const pageError = { message: withoutPersonalData(message), stack: withoutPersonalData(stack), path };
  log.warn({ reference, requestId: request.requestId, pageError }, 'a page failed in a browser');
  return { reference };
}
