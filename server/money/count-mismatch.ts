import type { Platform } from '#server/platform/platform.ts';

const mismatches = ({ metrics }: Pick<Platform, 'metrics'>) =>
  metrics.counter('fanfare_money_mismatches_total', 'Things the card processor and our books disagree about');

/** Makes the counter appear in /metrics with 0, so that an alert on it can tell 0 from a missing metric. */
export function registerMismatches(context: Pick<Platform, 'metrics'>): void {
  mismatches(context);
}

/** Counts something that a person must settle with the card processor. The caller logs it as an error. */
export function countMismatch(context: Pick<Platform, 'metrics'>): void {
  mismatches(context).inc();
}
