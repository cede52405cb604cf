import { CircleSlash, CreditCard, Hourglass, Landmark, type LucideIcon, Undo2, X } from 'lucide-react';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { FanMark } from '#web/ui/brand.tsx';

type Outcome = 'declined' | 'unpaid' | 'waiting' | 'ended' | 'refund' | 'bank';

const looks: Record<Outcome, readonly [icon: LucideIcon, tone: string]> = {
  declined: [CreditCard, 'bg-danger-wash text-danger-text'],
  unpaid: [CreditCard, 'bg-accent-wash text-accent-text'],
  waiting: [Hourglass, 'bg-sunken text-muted'],
  ended: [CircleSlash, 'bg-sunken text-muted'],
  refund: [Undo2, 'bg-paid-wash text-paid-text'],
  bank: [Landmark, 'bg-sunken text-muted'],
};

/** The sign of an outcome that is not a reason to celebrate. The brand's fan stands for success. Decorative. */
export function PaymentMark({ outcome }: { outcome: Outcome }) {
  const [Icon, tone] = looks[outcome];
  return (
    <span className={`relative grid size-16 place-items-center rounded-full ${tone}`}>
      <Icon aria-hidden="true" className="size-7.5" />
      {outcome === 'declined' ? (
        <span className="absolute -end-0.5 -bottom-0.5 grid size-6 place-items-center rounded-full bg-danger text-on-danger ring-3 ring-paper">
          <X aria-hidden="true" className="size-4 stroke-3" />
        </span>
      ) : null}
    </span>
  );
}

const outcomes: Record<PledgeStatus, Outcome | null> = {
  setup_pending: 'unpaid',
  pledged: null,
  charging: 'waiting',
  notified: 'unpaid',
  paid: null,
  withdrawn: 'ended',
  released: 'ended',
  dropped: 'ended',
  refund_pending: 'refund',
  refunded: 'refund',
  disputed: 'bank',
  dispute_lost: 'bank',
};

/** Null for success. */
export function outcomeOf({
  status,
  cardExpiresOn,
  declineReason,
}: Pick<PledgeView, 'status' | 'cardExpiresOn' | 'declineReason'>): Outcome | null {
  if (status === 'setup_pending' && declineReason) return 'declined';
  return status === 'pledged' && cardExpiresOn ? 'unpaid' : outcomes[status];
}

/** The sign of a pledge's state. */
export function PledgeMark({ pledge }: { pledge: PledgeView }) {
  const outcome = outcomeOf(pledge);
  return outcome ? <PaymentMark outcome={outcome} /> : <FanMark />;
}
