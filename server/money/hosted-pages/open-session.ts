import { appError } from '#contract/errors.ts';
import { ProcessorFault } from '#server/money/card-processor.ts';
import { countRecentDeclines } from '#server/money/payments.sql.ts';
import type { Platform } from '#server/platform/platform.ts';

const declinesAnHour = 10;

/**
 * Limits card testing: a fan with many declines within the last hour gets no further page. RATE_LIMITS scales the limit.
 * Throws `rate_limited`.
 */
export async function refuseCardTesting({ config, db }: Platform, userId: string): Promise<void> {
  if (config.rateLimitFactor === 0) return;
  const declines = await countRecentDeclines(db.sql, userId);
  if (declines < declinesAnHour * Math.max(1, config.rateLimitFactor)) return;
  throw appError('rate_limited', { retryAfterS: 3600 });
}

/** Turns a ProcessorFault into `card_processor_unavailable` for the fan and writes the fault to the log. */
export async function orUnavailable<T>({ log }: Platform, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    log.warn({ err: error }, 'the card processor gave no usable answer');
    throw appError('card_processor_unavailable', { retryAfterS: 5 });
  }
}

/** The absolute URL of a path on this site. */
export function absolute({ config }: Platform, path: string): string {
  return new URL(path, config.publicUrl).href;
}
