import { plural, type Text, t } from '#contract/language/text.ts';
import { inUnits } from './time.ts';

/** "within 3 days". */
export function withinTime(lengthMs: number): Text {
  const time = inUnits(lengthMs);
  if ('days' in time) return t`${plural({ days: time.days }, { one: 'within # day', other: 'within # days' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: 'within # hour', other: 'within # hours' })}`;
  return t`${plural({ minutes: time.minutes }, { one: 'within # minute', other: 'within # minutes' })}`;
}

/** "for 3 days". */
export function forTime(lengthMs: number): Text {
  const time = inUnits(lengthMs);
  if ('days' in time) return t`${plural({ days: time.days }, { one: 'for # day', other: 'for # days' })}`;
  if ('hours' in time) return t`${plural({ hours: time.hours }, { one: 'for # hour', other: 'for # hours' })}`;
  return t`${plural({ minutes: time.minutes }, { one: 'for # minute', other: 'for # minutes' })}`;
}
