import { CircleAlert } from 'lucide-react';
import { count } from '#contract/values/time.ts';
import { Chip } from '#web/ui/display.tsx';
import type { Dashboard } from './dashboard-data.ts';

const processorNames: Record<string, string> = { sandbox: 'Test account, no real money moves', stripe: 'Stripe' };

const stateWords = {
  ready: ['Ready', 'paid'],
  pending: ['Under review', 'accent'],
  missing: ['Not set up', 'danger'],
} as const;

/** A warning while the payout account cannot receive money, or a payout came back. Renders nothing otherwise. */
export function PayoutAccount({ dashboard: { payoutAccount, profile } }: { dashboard: Dashboard }) {
  const { state, failedCount } = payoutAccount;
  if (!profile || (state === 'ready' && failedCount === 0)) return null;
  return (
    <div className="notice mb-5 print:hidden" data-tone={state === 'pending' ? undefined : 'danger'}>
      <CircleAlert aria-hidden="true" />
      <p>
        {state === 'missing' ? (
          <>
            <b>Your payouts are not set up.</b> You can accept pools once they are.
          </>
        ) : null}
        {state === 'pending' ? (
          <>
            <b>Your payout account is being checked.</b> You can accept pools once the card processor has confirmed it.
          </>
        ) : null}
        {state === 'ready' ? (
          <>
            <b>{count(failedCount, 'payout')} came back.</b> The money is on your balance again.
          </>
        ) : null}
      </p>
    </div>
  );
}

/** One line about the payout account and its state. */
export function PayoutAccountLine({ dashboard: { payoutAccount } }: { dashboard: Dashboard }) {
  const { state, processor } = payoutAccount;
  const [words, tone] = stateWords[state];
  return (
    <p className="dashboard-account print:hidden">
      <span>
        <b>Payout account</b> {processorNames[processor] ?? processor}
      </span>
      <Chip tone={tone}>{words}</Chip>
    </p>
  );
}
