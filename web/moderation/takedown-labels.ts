import { type Message, msg, sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import type { TakedownItem, TakedownKind } from '#contract/legal.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Tone } from '#web/ui/display.tsx';

export type TakedownMaterial = TakedownItem['materials'][number];

export const kindWords: Record<TakedownKind, Message> = {
  pool: msg`Pool: title, text and pictures`,
  delivery: msg`Delivery`,
  comment: msg`Comment`,
  picture: msg`Profile or cover picture`,
};

export const materialStates: Record<TakedownMaterial['status'], readonly [word: Message, tone: Tone]> = {
  disabled: [msg`Disabled`, 'danger'],
  countered: [msg`Counter-notice`, 'accent'],
  restored: [msg`Restored`, 'paid'],
  kept_down: [msg`Stays disabled`, 'plain'],
};

/** The next automatic step, or the outcome of the case. */
export function clockOf({ status, dueAt, settledAt, reason }: TakedownMaterial): Text {
  const due = dueAt ? fullDate(dueAt) : '';
  if (status === 'disabled') return t`Stays disabled permanently if no counter-notice arrives by ${{ date: due }}.`;
  if (status === 'countered') return t`Restored on ${{ date: due }} unless you record a court action.`;
  const date = settledAt ? fullDate(settledAt) : '';
  const outcome = status === 'restored' ? t`Restored on ${{ date }}.` : t`Closed on ${{ date }}.`;
  return sentences(outcome, reason ? verbatim(reason) : '');
}
