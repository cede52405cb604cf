import { share } from './demo-history.ts';

const minuteMs = 60_000;
const leastGapMs = 20_000;

/** Something that gets a date, in the order in which it happened. Times are in milliseconds. */
export interface Dated {
  /** Not before this time. */
  earliest: number;
  /** Soon after the one before, as an answer is. */
  isAnswer?: boolean;
}

export interface Period {
  from: number;
  to: number;
  /** Decides the pseudo-random dates. */
  seed: string;
  /** The share of the others that also follow soon after the one before, as in a conversation. */
  closeShare?: number;
}

/** Returns a date for each of the list, ascending, spread over the period. */
export function spreadDates(list: readonly Dated[], { from, to, seed, closeShare = 0 }: Period): number[] {
  const random = (index: number, use: string) => share(`${seed} ${use} ${index}`);
  const isClose = list.map(
    ({ isAnswer = false }, index) => index > 0 && (isAnswer || random(index, 'close') < closeShare),
  );
  const free = list
    .flatMap((_, index) => (isClose[index] ? [] : [from + (to - from) * random(index, 'date')]))
    .sort((one, other) => one - other)
    .values();
  let previous = from;
  const dates = list.map(({ earliest, isAnswer }, index) => {
    const gapMs = (1 + (isAnswer ? 90 : 14) * random(index, 'gap') ** 2) * minuteMs;
    const own = isClose[index] ? previous + gapMs : (free.next().value ?? to);
    previous = Math.max(own, previous + leastGapMs, earliest + gapMs);
    return previous;
  });
  // A person who came only after the period still needs some time.
  const latest = Math.max(...list.map(({ earliest }) => earliest));
  return keepBefore(dates, Math.max(to, latest + 60 * minuteMs));
}

/** Moves the last dates back so that all of them are before `to`. */
function keepBefore(dates: readonly number[], to: number): number[] {
  let next = to + leastGapMs;
  return dates
    .toReversed()
    .map((date) => {
      next = Math.min(date, next - leastGapMs);
      return next;
    })
    .toReversed();
}
