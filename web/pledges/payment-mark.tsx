import { CircleSlash, CreditCard, Hourglass, Landmark, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { FanMark } from '#web/ui/brand.tsx';

type Outcome = 'declined' | 'unpaid' | 'waiting' | 'ended' | 'refund' | 'bank';

const looks: Record<Outcome, readonly [icon: ReactNode, tone: string]> = {
  declined: [<CreditCard key="icon" aria-hidden="true" />, 'bg-danger-wash text-danger-text'],
  unpaid: [<CreditCard key="icon" aria-hidden="true" />, 'bg-accent-wash text-accent-text'],
  waiting: [<Hourglass key="icon" aria-hidden="true" />, 'bg-sunken text-muted'],
  ended: [<CircleSlash key="icon" aria-hidden="true" />, 'bg-sunken text-muted'],
  refund: [<Undo2 key="icon" aria-hidden="true" />, 'bg-paid-wash text-paid-text'],
  bank: [<Landmark key="icon" aria-hidden="true" />, 'bg-sunken text-muted'],
};

/** The sign of an outcome that is not a reason to celebrate. The brand's fan stands for success. Decorative. */
export function PaymentMark({ outcome }: { outcome: Outcome }) {
  const [icon, tone] = looks[outcome];
  return (
    <span className={`payment-mark ${tone}`}>
      {icon}
      {outcome === 'declined' ? (
        <span className="payment-mark-x">
          <X aria-hidden="true" />
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
