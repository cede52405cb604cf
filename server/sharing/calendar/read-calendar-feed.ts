import { createHash } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { hashToken, isToken } from '#server/accounts/tokens.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import { fundsAdult } from '#server/pools/processor-of.ts';
import { findSubscription, noteRead, type Subscription } from './calendars.sql.ts';
import { type DatedPool, listDatedPools } from './dates.sql.ts';
import { type Entry, entriesOf } from './entries.ts';
import { writeCalendarFeed } from './write-calendar.ts';

/** The nearest deadlines that a feed lists, and how often programs should read it. */
export const feedLimit = 500;
const refreshS = 3600;

/**
 * Returns the deadlines of the person behind a token as iCalendar, in their language. Throws not_found for an unknown token, and for one of
 * a suspended or deleted account; rate_limited.
 */
export async function readCalendarFeed(context: MoneyContext, token: string, ip: string): Promise<string> {
  const { db, limits } = context;
  // Services read the calendars of many people from one address, and go on with links that were replaced.
  const misses = limits.limiter('unknown calendars per address', { points: 600, perMs: 60_000 });
  const address = addressKey(ip);
  await misses.check(address);
  const tokenHash = hashToken(token);
  const subscription = isToken(token) ? await findSubscription(db.sql, tokenHash) : undefined;
  if (!subscription) {
    await misses.consume(address);
    throw appError('not_found');
  }
  await limits.limiter('reads per calendar', { points: 30, perMs: 60_000 }).consume(tokenHash.toString('hex'));
  const pools = await listDatedPools(db.sql, subscription.userId, feedLimit);
  const feed = composeFeed(context, subscription, pools);
  const content = createHash('sha256').update(JSON.stringify(feed)).digest();
  const changedAt = await noteRead(db.sql, tokenHash, content);
  if (!changedAt) throw appError('not_found');
  return writeCalendarFeed(context.config, { ...feed, refreshS, changedAt });
}

function composeFeed(
  context: MoneyContext,
  subscription: Subscription,
  pools: readonly DatedPool[],
): { name: string; entries: Entry[] } {
  const { config, languages } = context;
  return inLanguageOf(languages, subscription, () => ({
    name: t`Deadlines on ${{ brand: config.brandName }}`,
    entries: pools
      .flatMap((pool) => entriesOf(pool, config.windows, !pool.adult || fundsAdult(context)))
      .toSorted((a, b) => a.end.getTime() - b.end.getTime() || a.id.localeCompare(b.id))
      .slice(0, feedLimit),
  }));
}
