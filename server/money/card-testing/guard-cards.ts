import { appError } from '#contract/errors.ts';
import { msg, textOf } from '#contract/language/text.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import { addressBlock } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countDeclines, type DeclineCounts, hasConfirmedEmail, upsertVisit } from './card-testing.sql.ts';

/**
 * Card testing: a thief tries stolen cards, with one account or many. The database counts the declines, so that the limits hold on all nodes
 * and after restarts. A block of addresses is IPv4 by /24 and IPv6 by /48, which one customer of a provider can hold; its limits leave
 * room for the people behind one shared address. RATE_LIMITS above 1 scales them.
 */
const limitOf: Record<keyof DeclineCounts, number> = { personHour: 5, personDay: 10, blockHour: 20, blockDay: 60 };

const texts = {
  hour: msg`Too many cards were declined. Your pledge is kept. Try again in an hour, or ask your bank why it declines the card.`,
  day: msg`Too many cards were declined today. Your pledge is kept. Try again tomorrow, or ask your bank why it declines the card.`,
};

/**
 * Refuses a further card page or a further charge that a person asks for, after too many declines of this person or near their address.
 * Throws `rate_limited`.
 */
export async function refuseCardTesting(context: Platform, userId: string): Promise<void> {
  const counts = await readExceeded(context, userId);
  if (!counts) return;
  const isDay = counts === 'day';
  context.log.warn({ userId }, 'refused a card page: too many declined cards');
  throw appError('rate_limited', { message: () => textOf(texts[counts]), retryAfterS: isDay ? 24 * 3600 : 3600 });
}

/** The window whose limit this person has reached; undefined if there is none. */
export async function readExceeded({ config, db }: Platform, userId: string): Promise<'hour' | 'day' | undefined> {
  if (config.rateLimitFactor === 0) return undefined;
  const counts = await countDeclines(db.sql, userId);
  const isOver = (name: keyof DeclineCounts) => counts[name] >= limitOf[name] * Math.max(1, config.rateLimitFactor);
  if (isOver('personDay') || isOver('blockDay')) return 'day';
  return isOver('personHour') || isOver('blockHour') ? 'hour' : undefined;
}

/** Asks for a confirmed email address before a page takes real cards. Throws `email_unconfirmed`. */
export async function assertEmailConfirmed(context: MoneyContext, userId: string, processor: string): Promise<void> {
  if (context.processors.find(processor)?.inventsCards) return;
  if (!(await hasConfirmedEmail(context.db.sql, userId))) throw appError('email_unconfirmed');
}

const visitKeptMs = 10 * 60_000;
const visitsOf = contextState(() => createTtlCache<true>(visitKeptMs));

/** Remembers from which block of addresses a person uses cards. Call it before an operation that may open a card page. */
export async function noteCardVisit(context: Platform, { userId, ip }: { userId: string; ip: string }): Promise<void> {
  const block = addressBlock(ip);
  if (block === '') return;
  await visitsOf(context).read(`${userId} ${block}`, async () => {
    await upsertVisit(context.db.sql, userId, block);
    return true;
  });
}
