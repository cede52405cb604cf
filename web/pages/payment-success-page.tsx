import { msg, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { PaymentSuccess, pledgeIdIn } from '#web/pledges/payment-result.tsx';
import { pledgeIfMine } from '#web/pledges/use-known-pledge.ts';
import { CreatorTold, creatorNewsOf } from '#web/pools/moments/creator-told.tsx';
import { PledgedPool, PledgeSteps } from '#web/pools/moments/pledged-pool.tsx';
import { moneyTerms } from '#web/pools/page/pool-page-data.ts';
import { poolAtPath } from '#web/pools/pool-query.ts';
import { ShareButton } from '#web/sharing/share-button.tsx';

export const page = definePage({
  title: msg`Your pledge`,
  description: msg`The status of your pledge.`,
  noindex: true,
  queries: ({ url, user }) => {
    const id = pledgeIdIn(url.search);
    return user && id ? [pledgeIfMine(id), moneyTerms, creatorNewsOf(id)] : [];
  },
  load: async ({ url, user, fetch }) => {
    const id = pledgeIdIn(url.search);
    if (!user || !id || !import.meta.env.SSR) return undefined;
    const pledge = await fetch(pledgeIfMine(id)).catch(() => undefined);
    // The totals of an earlier moment would lack a pledge that is still being confirmed. If this read fails, the component repeats it.
    if (pledge && pledge.status !== 'setup_pending') await fetch(poolAtPath(pledge.poolPath)).catch(() => undefined);
    return undefined;
  },
});

function SharePool({ pledge }: { pledge: PledgeView }) {
  const { data: pool } = useData(poolAtPath(pledge.poolPath));
  return (
    <ShareButton
      title={pledge.poolTitle}
      path={pledge.poolPath}
      pool={pool}
      variant="primary"
      size="lg"
      label={t`Share this pool`}
    />
  );
}

export function Component() {
  return (
    <PaymentSuccess
      pool={(pledge) => <PledgedPool pledge={pledge} />}
      steps={(pledge, receipt) => (
        <>
          {pledge.status === 'pledged' ? <CreatorTold pledge={pledge} /> : null}
          <PledgeSteps pledge={pledge}>{receipt}</PledgeSteps>
        </>
      )}
      share={(pledge) => <SharePool pledge={pledge} />}
    />
  );
}
