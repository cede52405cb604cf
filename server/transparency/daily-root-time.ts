/** Roots are published daily at this minute after midnight UTC. */
export const dailyRootMinute = 5;

/** The next time at which a daily root is published. */
export function nextDailyRoot(now: Date): Date {
  const at = (day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + day, 0, dailyRootMinute));
  return now < at(0) ? at(0) : at(1);
}
