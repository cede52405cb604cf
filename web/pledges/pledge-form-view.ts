import type { AppError } from '#contract/app-error.ts';
import type { SavedCard } from '#contract/pledges/pledges.ts';
import { amountError } from './pledge-facts.ts';
import { pledgeIntentPath } from './pledge-intent.ts';

/** The fan's input and the error of the last attempt. */
export interface PledgeInput {
  cents: number | null;
  anonymous: boolean;
  /** The fan wants to use the saved card. Ignored if the fan has none. */
  wantsSavedCard: boolean;
  /** The fan pressed the button, so errors are shown. */
  tried: boolean;
  refusal: AppError | undefined;
}

export interface PledgeFormView {
  savedCard: SavedCard | undefined;
  useSavedCard: boolean;
  /** The amount can be pledged. */
  isPayable: boolean;
  /** The error message to show, if any. */
  fault: string | undefined;
  /** The fan must confirm their email before a card page opens. */
  needsEmail: boolean;
  /** The pool page with this pledge in its URL, to which visitors return after signing in; null while the amount is invalid. */
  intentPath: string | null;
}

/** Derives the view of the pledge form from the fan's input. */
export function pledgeFormView(
  { cents, anonymous, wantsSavedCard, tried, refusal }: PledgeInput,
  { minCents, canonicalPath, cards }: { minCents: number; canonicalPath: string; cards: readonly SavedCard[] },
): PledgeFormView {
  const [savedCard] = cards;
  const wrong = amountError(cents, minCents);
  const needsEmail = refusal?.code === 'email_unconfirmed';
  return {
    savedCard,
    useSavedCard: wantsSavedCard && savedCard !== undefined,
    isPayable: !wrong,
    fault:
      (tried ? wrong : undefined) ??
      refusal?.details.fields?.amountCents ??
      (needsEmail ? undefined : refusal?.message),
    needsEmail,
    intentPath: cents === null || wrong ? null : pledgeIntentPath(canonicalPath, { amountCents: cents, anonymous }),
  };
}
