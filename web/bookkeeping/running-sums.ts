import type { MoneyDay } from '#contract/admin/money.ts';

/** Adds up the days, so that a line shows the sum since the first day. */
export function runningSums(days: readonly MoneyDay[]): MoneyDay[] {
  let [pledged, paid, released, refunded] = [0, 0, 0, 0];
  return days.map((day) => {
    pledged += day.pledged;
    paid += day.paid;
    released += day.released;
    refunded += day.refunded;
    return { day: day.day, pledged, paid, released, refunded };
  });
}
