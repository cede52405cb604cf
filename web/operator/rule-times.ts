import { plural, type Text, t } from '#contract/language/text.ts';
import { inUnits } from '#contract/values/time.ts';

// Like contract/values/time-phrases.ts, which every pool page loads.

/** "up to 3 days". */
export function upToTime(lengthMs: number): Text {
  const time = inUnits(lengthMs);
  if ('days' in time) return t`${plural({ days: time.days }, { one: 'up to # day', other: 'up to # days' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: 'up to # hour', other: 'up to # hours' })}`;
  return t`${plural({ minutes: time.minutes }, { one: 'up to # minute', other: 'up to # minutes' })}`;
}

/** "every 3 days". */
export function everyTime(lengthMs: number): Text {
  const time = inUnits(lengthMs);
  if ('days' in time) return t`${plural({ days: time.days }, { one: 'every # day', other: 'every # days' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: 'every # hour', other: 'every # hours' })}`;
  return t`${plural({ minutes: time.minutes }, { one: 'every # minute', other: 'every # minutes' })}`;
}

/** "3 days after", before the event. */
export function timeAfter(lengthMs: number): Text {
  const time = inUnits(lengthMs);
  if ('days' in time) return t`${plural({ days: time.days }, { one: '# day after', other: '# days after' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: '# hour after', other: '# hours after' })}`;
  return t`${plural({ minutes: time.minutes }, { one: '# minute after', other: '# minutes after' })}`;
}
