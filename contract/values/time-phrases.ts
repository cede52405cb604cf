import { currentFormats, plural, type Text, t, verbatim } from '#contract/language/text.ts';
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

/** A day and the time, in UTC, in another language than English; undefined in English, which spells it in several ways. */
export function foreignTime(moment: string | number | Date): Text | undefined {
  const text = currentFormats()?.date(new Date(moment).getTime(), 'time');
  return text === undefined ? undefined : verbatim(text);
}
