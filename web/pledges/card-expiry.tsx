import { CreditCard } from 'lucide-react';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { cardExpiryText } from './pledge-texts.ts';
import { ReplaceCard } from './replace-card.tsx';

/** Says that the card of a pledge expires too early, with the button that replaces it. */
export function CardExpiry({ pledge }: { pledge: PledgeView }) {
  return (
    <div className="flex flex-col gap-3 rounded-lg bg-danger-wash p-4">
      <p className="flex gap-3">
        <CreditCard aria-hidden="true" className="mt-0.5 shrink-0 text-danger-text" />
        <span suppressHydrationWarning>{cardExpiryText(pledge)}</span>
      </p>
      <ReplaceCard pledge={pledge} variant="primary" />
    </div>
  );
}
