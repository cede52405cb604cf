import { getModerationReport } from '#contract/calls/legal.ts';
import { msg, plural, type Text, t } from '#contract/language/text.ts';
import type { ModerationMonth } from '#contract/moderation-report.ts';
import { paths } from '#contract/paths.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { fullDate } from '#contract/values/time.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { moderationReport, NoticeMonths, ReportMonths } from '#web/legal/moderation-months.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`Moderation report`,
    description: t`Reports and copyright notices that ${{ brand: site.brandName }} received, the decisions about them, and the time to decide, by month.`,
    canonical: paths.moderationReport,
  }),
  queries: () => [moderationReport],
});

type Counted = 'reportsReceived' | 'reportsUpheld' | 'noticesReceived' | 'counterNotices' | 'suspensions';
/** The figure, and its name below the number. */
const tiles: readonly (readonly [Counted, (total: number) => Text])[] = [
  ['reportsReceived', (total) => t`${plural({ total }, { one: 'report', other: 'reports' })}`],
  ['reportsUpheld', (total) => t`${plural({ total }, { other: 'upheld' })}`],
  ['noticesReceived', (total) => t`${plural({ total }, { one: 'copyright notice', other: 'copyright notices' })}`],
  ['counterNotices', (total) => t`${plural({ total }, { one: 'counter-notice', other: 'counter-notices' })}`],
  ['suspensions', (total) => t`${plural({ total }, { one: 'suspension', other: 'suspensions' })}`],
];

function Totals({ months }: { months: ModerationMonth[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {tiles.map(([key, nameOf]) => {
        const total = months.reduce((sum, month) => sum + month[key], 0);
        return (
          <div
            key={key}
            className="card flex flex-col-reverse justify-end gap-1 p-4 first:col-span-2 lg:first:col-span-1"
          >
            <dt className="text-sm text-muted">{nameOf(total)}</dt>
            <dd className="num text-2xl font-bold">{formatNumber(total)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

export function Component() {
  const { brandName } = useSite();
  const report = useData(moderationReport);
  return (
    <>
      <PageHeader
        back
        title={t`Moderation report`}
        lead={t`The reports people sent us on ${{ brand: brandName }}, our decisions, and how long they took. All figures are counted in our database, and none is about one person.`}
      />
      <Loaded of={report} loading={<Skeleton className="h-140 rounded-xl!" />} failed={t`We couldn’t load the figures`}>
        {({ months, readAt }) => (
          <div className="grid gap-8">
            <Totals months={months} />
            <section className="grid gap-3" aria-labelledby="reports">
              <h2 id="reports" className="text-xl">{t`Reports and suspensions`}</h2>
              <p className="max-w-text text-muted">{t`People report pools, comments, messages, profiles and deliveries. A person decides each report. A decision counts in the month in which it was made.`}</p>
              <ReportMonths months={months} />
            </section>
            <section className="grid gap-3" aria-labelledby="notices">
              <h2 id="notices" className="text-xl">{t`Copyright notices`}</h2>
              <p className="max-w-text text-muted">
                <RichText
                  text={msg`See <link>Copyright</link> for how notices and counter-notices work.`}
                  tags={{ link: (text) => <TextLink to={paths.copyright}>{text}</TextLink> }}
                />
              </p>
              <NoticeMonths months={months} />
            </section>
            <p className="text-sm text-muted">
              <RichText
                text={msg`As of ${{ date: fullDate(readAt) }}. Months are in UTC. The same figures as JSON: <link/>`}
                tags={{
                  link: () => (
                    <a className="link" href={getModerationReport.path}>
                      {getModerationReport.path}
                    </a>
                  ),
                }}
              />
            </p>
          </div>
        )}
      </Loaded>
    </>
  );
}
