import { msg, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { asAppError } from '#web/data/call.ts';
import { useParams } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { PaymentDue } from '#web/pledges/payment-due.tsx';
import { PaymentFrame } from '#web/pledges/payment-panel.tsx';
import { PledgeStatusMessage } from '#web/pledges/pledge-status.tsx';
import { savedCards } from '#web/pledges/saved-cards.ts';
import { pledgeOf, useKnownPledge } from '#web/pledges/use-known-pledge.ts';
import { PaymentOutlook } from '#web/pools/moments/payment-outlook.tsx';
import { PledgedPool } from '#web/pools/moments/pledged-pool.tsx';
import { poolAtPath } from '#web/pools/pool-query.ts';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  title: msg`Pay your pledge`,
  description: msg`How much is due for your pledge, by when, and how to pay.`,
  noindex: true,
  queries: ({ params }) => [pledgeOf(params.pledgeId ?? ''), savedCards],
  load: async ({ params, user, fetch }) => {
    if (!user || !import.meta.env.SSR) return undefined;
    const pledge = await fetch(pledgeOf(params.pledgeId ?? '')).catch(() => undefined);
    // If this read fails, the component repeats it.
    if (pledge?.status === 'notified') await fetch(poolAtPath(pledge.poolPath)).catch(() => undefined);
    return undefined;
  },
});

function Loading() {
  return (
    <PaymentFrame aside={<Skeleton className="h-120 rounded-xl!" />}>
      <Skeleton className="mb-6 h-10 w-64" />
      <Skeleton className="h-105 rounded-xl!" />
    </PaymentFrame>
  );
}

function Due({ pledge }: { pledge: PledgeView }) {
  const { data: cards } = useData(savedCards);
  const { data: pool, isPending } = useData(poolAtPath(pledge.poolPath));
  // Only the pool tells whether a freeze is the reason.
  if (!pledge.can.pay && isPending) return <Loading />;
  const isFrozen = pool?.frozen ?? false;
  const title = isFrozen ? t`Nothing is due now` : pledge.can.pay ? t`Payment required` : t`You can’t pay now`;
  return (
    <PaymentFrame aside={<PledgedPool pledge={pledge} />} more={<PaymentOutlook pledge={pledge} />}>
      <PageHeader title={title} back={pledge.poolPath} />
      <PaymentDue pledge={pledge} cards={cards ?? []} isFrozen={isFrozen} />
    </PaymentFrame>
  );
}

export function Component() {
  const { pledgeId = '' } = useParams();
  const cards = useData(savedCards);
  // Polls while a charge is in progress, as the result pages do.
  const { pledge, missing, error } = useKnownPledge(pledgeId, true, ({ status }) => status !== 'charging');
  if (missing) throw asAppError(error);
  if (pledge && pledge.status !== 'notified') return <PledgeStatusMessage pledge={pledge} />;
  if (pledge && !cards.isPending) return <Due pledge={pledge} />;
  if (error) {
    return <ErrorState title={t`We couldn’t load your pledge`} error={error} onRetry={() => location.reload()} />;
  }
  return <Loading />;
}
