import { Clock, CreditCard, PackageCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { poolAtPath, requestedCreatorName } from '#web/pools/pool-query.ts';

function Fact({ icon, title, children }: { icon: ReactNode; title: Text; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[--spacing(6)_minmax(0,1fr)] gap-x-4 gap-y-0.5">
      <span className="text-accent-text *:size-6">{icon}</span>
      <b className="font-display text-lg leading-6 font-bold">{title}</b>
      <p className="col-[2] text-muted">{children}</p>
    </li>
  );
}

/** For a payment that is due: what happens by when, with and without it. It is not due while the pool is frozen. */
export function PaymentOutlook({ pledge }: { pledge: PledgeView }) {
  const { data: pool } = useData(poolAtPath(pledge.poolPath));
  const creator = pool && requestedCreatorName(pool);
  const days = pool?.terms?.deliveryDays;
  return (
    <section aria-labelledby="payment-outlook">
      <h2 id="payment-outlook" className="mb-4 text-xl!">{t`What happens next`}</h2>
      <ul className="grid gap-4">
        {pool?.frozen ? null : (
          <Fact
            icon={<CreditCard aria-hidden="true" />}
            title={t`If you pay now`}
          >{t`Your card is charged ${{ amount: formatMoney(pledge.amountCents) }} once, and the money is held for this pool.`}</Fact>
        )}
        <Fact
          icon={<PackageCheck aria-hidden="true" />}
          title={creator ? t`${{ creator }} delivers` : t`The creator delivers`}
        >
          {sentences(
            days
              ? t`They have ${plural({ days }, { one: '# day', other: '# days' })} once the work starts.`
              : t`The work starts once all cards are charged.`,
            t`If nothing is delivered, you’re refunded in full.`,
          )}
        </Fact>
        {pledge.dueAt && !pool?.frozen ? (
          <Fact
            icon={<Clock aria-hidden="true" />}
            title={t`If you don’t pay by ${{ date: fullDate(pledge.dueAt) }}`}
          >{t`Your pledge is dropped and nothing is charged.`}</Fact>
        ) : null}
      </ul>
    </section>
  );
}
