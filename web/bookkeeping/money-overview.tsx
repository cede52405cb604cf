import { ChevronRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MoneyDay } from '#contract/admin/money.ts';
import { msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { optional, useData } from '#web/data/query.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link, TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import type { Series } from './money-chart.tsx';
import { moneyDaysQuery, moneyQuery } from './money-queries.ts';
import { movementsHref } from './movement-table.tsx';
import { runningSums } from './running-sums.ts';

// The chart library is large, so only the overview loads it.
const placeholder = <Skeleton className="h-65" />;
const MoneyChart = lazyComponent(() => import('./money-chart.tsx').then((module) => module.MoneyChart), {
  browserOnly: true,
  waiting: placeholder,
});

export const moneyOverviewQueries = [optional(moneyQuery), moneyDaysQuery] as const;

const edges: Record<Series['tone'], string> = {
  accent: 'border-accent',
  paid: 'border-paid',
  ink: 'border-ink',
  love: 'border-love',
};
const series: readonly Series[] = [
  { key: 'pledged', label: msg`Pledged`, tone: 'accent' },
  { key: 'paid', label: msg`Paid`, tone: 'paid' },
  { key: 'released', label: msg({ message: 'Released', context: 'money' }), tone: 'ink' },
  { key: 'refunded', label: msg`Refunded`, tone: 'love' },
];

/** The first line of the admin dashboard if a payout or refund needs attention. */
export function MoneyAttention() {
  const { data } = useData(optional(moneyQuery));
  const problems = data?.problems ?? [];
  const waiting = data?.waitingPools ?? 0;
  const urgent = (data?.urgentCount ?? 0) - problems.length - waiting;
  const warnings = data?.warningCount ?? 0;
  const inquiries = data?.unbookedCount ?? 0;
  return (
    <>
      {problems.map(({ id, title }) => (
        <Attention key={id} to={paths.adminHealth} link={t`See what to do`}>
          {title}
        </Attention>
      ))}
      {urgent > 0 ? (
        <Attention to={movementsHref({ status: 'failed' })} link={t`See the next steps`}>
          {t`${plural({ movements: urgent }, { one: '# payout, refund or dispute needs attention.', other: '# payouts, refunds or disputes need attention.' })}`}
        </Attention>
      ) : null}
      {waiting > 0 ? (
        <Attention to={paths.adminHealth} link={t`See which`}>
          {t`${plural({ pools: waiting }, { one: '# pool waits for an admin.', other: '# pools wait for an admin.' })} If no one decides, everyone is refunded.`}
        </Attention>
      ) : null}
      <FraudWarningAttention count={warnings} />
      <InquiryAttention count={inquiries} />
    </>
  );
}

/** Payments that a refund can still keep from a dispute. */
export function FraudWarningAttention({ count: warnings }: { count: number }) {
  if (warnings === 0) return null;
  return (
    <Attention to={`${paths.adminMoney}/disputes?status=warning`} link={t`See the payments`}>
      {t`${plural({ warnings }, { one: '# fraud warning needs a refund to avoid a dispute.', other: '# fraud warnings need a refund to avoid a dispute.' })}`}
    </Attention>
  );
}

/** Banks ask about payments, or dispute them in another currency. */
export function InquiryAttention({ count: inquiries }: { count: number }) {
  if (inquiries === 0) return null;
  return (
    <Attention to={`${paths.adminMoney}/disputes?status=unbooked`} link={t`See what to do`}>
      {t`${plural({ inquiries }, { one: '# bank inquiry needs an answer.', other: '# bank inquiries need an answer.' })}`}
    </Attention>
  );
}

function Attention({ children, to, link }: { children: ReactNode; to: string; link: Text }) {
  return (
    <p className="notice mb-6" data-tone="danger">
      <TriangleAlert aria-hidden="true" />
      <span>
        <b>{children}</b> <TextLink to={to}>{link}</TextLink>
      </span>
    </p>
  );
}

function Chart({ days }: { days: readonly MoneyDay[] }) {
  // The library measures its container, so only the browser draws.
  const here = useHydrated();
  const sums = runningSums(days);
  const last = sums.at(-1);
  const isEmpty = !last || series.every(({ key }) => last[key] === 0);
  return (
    <figure className="card grid gap-4 p-5">
      <figcaption>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          {series.map(({ key, label, tone }) => (
            <div key={key} className={`border-s-4 ps-3 ${edges[tone]}`}>
              <dt className="text-sm text-muted">{textOf(label)}</dt>
              <dd className="num text-lg">{formatMoneyExact(last?.[key] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
      {isEmpty ? (
        <p className="text-muted">
          <RichText
            text={msg`No pledges, payments, payouts or refunds yet. The chart starts with the first pledge. <pools>See the pools</pools>`}
            tags={{ pools: (text) => <TextLink to={paths.feed}>{text}</TextLink> }}
          />
        </p>
      ) : (
        // The figures above contain the same information as the chart.
        <div aria-hidden="true">{here ? <MoneyChart days={sums} series={series} /> : placeholder}</div>
      )}
    </figure>
  );
}

/** The money pledged, paid, released and refunded in the last 90 days. */
export function MoneyOverview() {
  const days = useData(moneyDaysQuery);
  return (
    <section aria-labelledby="money-chart" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="money-chart">{t`Money in the last 90 days`}</h2>
        <Link to={paths.adminMoney} className="inline-flex min-h-11 items-center gap-1 font-semibold hover:underline">
          {t`Money`}
          <ChevronRight aria-hidden="true" />
        </Link>
      </div>
      <Loaded of={days} loading={<Skeleton className="h-80 rounded-xl!" />} failed={t`We couldn’t load the chart`}>
        {(data) => <Chart days={data.days} />}
      </Loaded>
    </section>
  );
}
