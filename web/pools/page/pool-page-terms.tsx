import { FileCheck2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { count, fullDate } from '#contract/values/time.ts';
import { requestedCreatorName } from '#web/pools/pool-query.ts';

function Term({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-t border-line py-2.5 first:border-0">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** The terms that were frozen when the creator accepted. */
export function PoolTermsCard({ pool }: { pool: Pool }) {
  const { terms } = pool;
  if (!terms) return null;
  const mine = pool.isAssignedCreator;
  const who = mine ? 'You' : (requestedCreatorName(pool) ?? 'The creator');
  return (
    <section aria-labelledby="terms" className="card p-5">
      <h2 id="terms" className="flex items-center gap-2.5 text-lg">
        <FileCheck2 aria-hidden="true" className="text-paid-text" />
        Accepted terms
      </h2>
      <p className="mt-1.5 max-w-text text-muted">
        {who} accepted on <time dateTime={terms.acceptedAt}>{fullDate(terms.acceptedAt)}</time>. These terms can no
        longer be changed.
      </p>
      <dl className="mt-3">
        <Term label="Delivery">within {count(terms.deliveryDays, 'day')} after cards are charged</Term>
        <Term label="Goal">{formatMoney(terms.goalCents)}</Term>
        {terms.atCurrentAmount ? <Term label="Accepted at">{formatMoney(terms.pledgedCents)} pledged</Term> : null}
        <Term label={mine ? 'Minimum you will accept' : 'Minimum the creator will accept'}>
          {formatMoney(terms.floorCents)}
        </Term>
        <Term label={mine ? 'Fee, paid by you' : 'Fee, paid by the creator'}>{terms.feePercent}% plus card costs</Term>
        <Term label="If nothing is delivered">everyone is refunded</Term>
      </dl>
      <details className="mt-2 text-sm text-faint">
        <summary className="min-h-6 w-max pointer-coarse:py-2.5">Fingerprint of these terms</summary>
        <code className="mt-1 block break-all">{terms.hash}</code>
      </details>
    </section>
  );
}
