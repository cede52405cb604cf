import type { TakedownItem, TakedownKind } from '#contract/legal.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Tone } from '#web/ui/display.tsx';

export type TakedownMaterial = TakedownItem['materials'][number];

export const kindWords: Record<TakedownKind, string> = {
  pool: 'Pool: title, text and pictures',
  delivery: 'Delivery',
  comment: 'Comment',
  picture: 'Profile or cover picture',
};

export const materialStates: Record<TakedownMaterial['status'], readonly [word: string, tone: Tone]> = {
  disabled: ['Disabled', 'danger'],
  countered: ['Counter-notice', 'accent'],
  restored: ['Restored', 'paid'],
  kept_down: ['Stays disabled', 'plain'],
};

/** The next automatic step, or the outcome of the case. */
export function clockOf({ status, dueAt, settledAt, reason }: TakedownMaterial): string {
  const due = dueAt ? fullDate(dueAt) : '';
  const because = reason ? ` ${reason}` : '';
  if (status === 'disabled') return `Stays disabled permanently if no counter-notice arrives by ${due}.`;
  if (status === 'countered') return `Restored on ${due} unless you record a court action.`;
  return `${status === 'restored' ? 'Restored' : 'Closed'} on ${settledAt ? fullDate(settledAt) : ''}.${because}`;
}
