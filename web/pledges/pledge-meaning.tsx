import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { describePledge } from './pledge-texts.ts';

/** One line about the fan's pledge and its money. */
export function PledgeMeaning({ pledge }: { pledge: PledgeView }) {
  return (
    <p className="text-xs leading-snug text-muted">
      <b className="text-ink">Your {formatMoney(pledge.amountCents)} pledge:</b> {describePledge(pledge).meaning}
    </p>
  );
}
