import { inEnglish, type Message, msg, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { reasonText } from '#contract/pools/end-reasons.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { RichText, type Words } from '#web/ui/rich-text.tsx';
import { Day } from '#web/ui/time-left.tsx';

/** Two texts about a pool: its next step or its outcome, and the result for the money. */
export interface NextStepText {
  next: Words;
  money: Words;
}

export const words = (next: Words, money: Words): NextStepText => ({ next, money });
export const day = (at: string | null | undefined) =>
  at ? <Day at={at} /> : t({ message: 'the due date', context: 'in place of a date, within a sentence' });
/** A sentence with a date at `<day/>`. */
export const dated = (text: Message, at: string | null | undefined) => (
  <RichText text={text} tags={{ day: () => day(at) }} />
);
export const notCharged = () => t`No card was charged, and every pledge was released.`;
/** Matches the reasons that the server writes when no person gave one. */
const ownWords = /^(?:The (?:creator declined|pool was)|An objection to)/;

/** The reason that a person gave for ending the pool; null if only the server's standard reason exists. */
export function poolReason(pool: Pool): Text | null {
  const reason = pool.events.at(-1)?.reason;
  return reason && !ownWords.test(reason) ? reasonText(reason) : null;
}

/** Whether a copyright notice ended the delivered pool, instead of an objection. */
export const isTakenDown = ({ endReason }: Pool) => endReason?.startsWith('The delivery was taken down') === true;

const waits = [
  msg`The pool was frozen for too long.`,
  msg`The delivery was not reviewed in time.`,
  msg`The payout was held for too long.`,
];

/** The server's sentence about a pool that has waited too long for an admin. */
export function waitedTooLong({ endReason }: Pool): Text | undefined {
  const wait = waits.find((sentence) => endReason?.startsWith(inEnglish(sentence)));
  return wait && textOf(wait);
}

/** Whether an earlier delivery was redone because an objection to it was upheld. */
export const wasRedone = ({ events }: Pool) =>
  events.some(({ from, to }) => from === 'delivered' && to === 'in_production');

/** The sentence with the reason that a person gave, or that the reader gave as the creator. */
export function withReason(sentence: Text, { pool }: { pool: Pool }, isReaders = false): Text {
  const reason = poolReason(pool);
  if (!reason) return sentence;
  return sentences(
    sentence,
    isReaders ? t`The reason you gave: “${{ reason }}”` : t`The reason given: “${{ reason }}”`,
  );
}
