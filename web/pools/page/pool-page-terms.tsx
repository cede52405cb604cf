import { FileCheck2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, plural, type Text, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney, formatPercent } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { requestedCreatorName } from '#web/pools/pool-query.ts';
import { RichText } from '#web/ui/rich-text.tsx';

function Term({ label, children }: { label: Text; children: ReactNode }) {
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
  const creator =
    requestedCreatorName(pool) ??
    t({ message: 'The creator', context: 'in place of a name, at the start of a sentence' });
  const date = fullDate(terms.acceptedAt);
  return (
    <section aria-labelledby="terms" className="card p-5">
      <h2 id="terms" className="flex items-center gap-2.5 text-lg">
        <FileCheck2 aria-hidden="true" className="text-paid-text" />
        {t`Accepted terms`}
      </h2>
      <p className="mt-1.5 max-w-text text-muted">
        <RichText
          text={
            mine
              ? msg`You accepted on <day>${{ date }}</day>. These terms can no longer be changed.`
              : msg`${{ creator }} accepted on <day>${{ date }}</day>. These terms can no longer be changed.`
          }
          tags={{ day: (text) => <time dateTime={terms.acceptedAt}>{text}</time> }}
        />
      </p>
      <dl className="mt-3">
        <Term
          label={t`Delivery`}
        >{t`within ${plural({ days: terms.deliveryDays }, { one: '# day', other: '# days' })} after cards are charged`}</Term>
        <Term label={t`Goal`}>{formatMoney(terms.goalCents)}</Term>
        {terms.atCurrentAmount ? (
          <Term label={t`Accepted at`}>{t`${{ amount: formatMoney(terms.pledgedCents) }} pledged`}</Term>
        ) : null}
        <Term label={mine ? t`Minimum you will accept` : t`Minimum the creator will accept`}>
          {formatMoney(terms.floorCents)}
        </Term>
        <Term
          label={mine ? t`Fee, paid by you` : t`Fee, paid by the creator`}
        >{t`${{ percent: formatPercent(terms.feePercent) }} plus card costs`}</Term>
        <Term label={t`If nothing is delivered`}>{t`everyone is refunded`}</Term>
      </dl>
      <details className="mt-2 text-sm text-faint">
        <summary className="min-h-6 w-max pointer-coarse:py-2.5">{t`Fingerprint of these terms`}</summary>
        <code className="mt-1 block break-all">{terms.hash}</code>
      </details>
    </section>
  );
}
