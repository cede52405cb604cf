import { appError } from '#contract/errors.ts';
import { ProcessorFault } from '#server/money/card-port.ts';
import { countRecentDeclines } from '#server/money/payments.sql.ts';
import type { Platform } from '#server/platform/platform.ts';

const declinesAnHour = 10;

/**
 * Against card testing: who collected many declines within the hour gets no further page to try cards on. RATE_LIMITS scales it.
 * Throws `rate_limited`.
 */
export async function refuseCardTesting({ config, db }: Platform, userId: string): Promise<void> {
  if (config.rateLimitFactor === 0) return;
  const declines = await countRecentDeclines(db.sql, userId);
  if (declines < declinesAnHour * Math.max(1, config.rateLimitFactor)) return;
  throw appError('rate_limited', { retryAfterS: 3600 });
}

/** What people are told when the processor does not answer; the fault itself stays in the log. */
export async function orUnavailable<T>({ log }: Platform, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    log.warn({ err: error }, 'the card processor gave no usable answer');
    throw appError('card_processor_unavailable', { retryAfterS: 5 });
  }
}

/** An address of ours for a path of ours. */
export function absolute({ config }: Platform, path: string): string {
  return new URL(path, config.publicUrl).href;
}
