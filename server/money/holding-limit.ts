import { appError } from '#contract/errors.ts';
import { plural, sentences, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { CardProcessor } from './card-processor.ts';

const dayMs = 24 * 60 * 60_000;

export interface HoldingLimit {
  limitDays: number;
  /** The most delivery days with which the release still falls within the limit; 0 if none do. */
  longestDeliveryDays: number;
}

/**
 * How long the card processor lets us hold a pool's money, and the longest delivery time that fits. Counts from the first charge: the
 * rest of the payment window, a shortfall decision, the delivery days, the grace period and the quiet period. Null without a limit.
 */
export function holdingOf(config: Config, cards: CardProcessor | undefined): HoldingLimit | null {
  if (!cards?.limitsHolding) return null;
  const { paymentMs, shortfallMs, deliveryGraceMs, quietMs, deliveryDayMs } = config.windows;
  const limitDays = config.holdingLimitDays;
  const leftMs = limitDays * dayMs - paymentMs - shortfallMs - deliveryGraceMs - quietMs;
  const longest = Math.max(0, Math.floor(leftMs / deliveryDayMs));
  return { limitDays, longestDeliveryDays: Math.min(longest, limits.deliveryDays.max) };
}

/**
 * How long after a payment a pool may wait for an admin at most: a day less than the card processor lets us hold the money, so that the
 * refund is in time. `processors`: those that have a limit.
 */
export function longestHold(config: Config, all: readonly CardProcessor[]): { holdMs: number; processors: string[] } {
  const limitMs = config.holdingLimitDays * dayMs;
  return {
    holdMs: limitMs - Math.min(dayMs, limitMs / 10),
    processors: all.filter(({ limitsHolding }) => limitsHolding).map(({ name }) => name),
  };
}

/** Throws `held_too_long` if the money would be released after the processor's limit. */
export function assertWithinHoldingLimit(config: Config, cards: CardProcessor, deliveryDays: number): void {
  const holding = holdingOf(config, cards);
  if (!holding || deliveryDays <= holding.longestDeliveryDays) return;
  const { limitDays, longestDeliveryDays } = holding;
  const why = () =>
    t`The card processor lets us hold money for ${plural({ days: limitDays }, { one: '# day', other: '# days' })} after a charge.`;
  const advice = () =>
    longestDeliveryDays > 0
      ? t`Choose at most ${plural({ days: longestDeliveryDays }, { one: '# day', other: '# days' })} for the delivery.`
      : t`That is too short for charging, delivery and the quiet period, so pools can’t be accepted on this site.`;
  throw appError('held_too_long', { message: () => sentences(why(), advice()) });
}
