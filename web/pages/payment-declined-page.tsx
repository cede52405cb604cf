import { msg } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { PaymentFailed } from '#web/pledges/payment-failed.tsx';
import { PaymentDeclined, pledgeIdIn } from '#web/pledges/payment-result.tsx';
import { pledgeIfMine } from '#web/pledges/use-known-pledge.ts';
import { PledgedPool } from '#web/pools/moments/pledged-pool.tsx';
import { moneyTerms } from '#web/pools/page/pool-page-data.ts';
import { poolAtPath } from '#web/pools/pool-query.ts';

export const page = definePage({
  title: msg`This didn’t go through`,
  description: msg`Why your card was not saved or charged, and how to try again.`,
  noindex: true,
  queries: ({ url, user }) => {
    const id = pledgeIdIn(url.search);
    return user && id ? [pledgeIfMine(id), moneyTerms] : [];
  },
  load: async ({ url, user, fetch }) => {
    const id = pledgeIdIn(url.search);
    if (!user || !id || !import.meta.env.SSR) return undefined;
    const pledge = await fetch(pledgeIfMine(id)).catch(() => undefined);
    // If this read fails, the component repeats it.
    if (pledge) await fetch(poolAtPath(pledge.poolPath)).catch(() => undefined);
    return undefined;
  },
});

function Failed({ pledge }: { pledge: PledgeView }) {
  const { data: pool } = useData(poolAtPath(pledge.poolPath));
  return <PaymentFailed pledge={pledge} isFrozen={pool?.frozen ?? false} pool={<PledgedPool pledge={pledge} />} />;
}

export function Component() {
  const { data: terms } = useData(moneyTerms);
  return (
    <PaymentDeclined
      pool={(pledge) => <PledgedPool pledge={pledge} />}
      failed={(pledge) => <Failed pledge={pledge} />}
      setupWindowMs={terms?.setupWindowMs}
    />
  );
}
