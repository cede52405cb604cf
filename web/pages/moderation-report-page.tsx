import type { ModerationMonth } from '#contract/moderation-report.ts';
import { paths } from '#contract/paths.ts';
import { grouped } from '#contract/values/format-number.ts';
import { fullDate } from '#contract/values/time.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { moderationReport, NoticeMonths, ReportMonths } from '#web/legal/moderation-months.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Moderation report',
    description: `Reports and copyright notices that ${site.brandName} received, the decisions about them, and the time to decide, by month.`,
    canonical: paths.moderationReport,
  }),
  queries: () => [moderationReport],
});

type Counted = 'reportsReceived' | 'reportsUpheld' | 'noticesReceived' | 'counterNotices' | 'suspensions';
/** The figure, and its name after one and after any other number. */
const tiles: readonly (readonly [Counted, string, string])[] = [
  ['reportsReceived', 'report', 'reports'],
  ['reportsUpheld', 'upheld', 'upheld'],
  ['noticesReceived', 'copyright notice', 'copyright notices'],
  ['counterNotices', 'counter-notice', 'counter-notices'],
  ['suspensions', 'suspension', 'suspensions'],
];

function Totals({ months }: { months: ModerationMonth[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {tiles.map(([key, one, many]) => {
        const total = months.reduce((sum, month) => sum + month[key], 0);
        return (
          <div
            key={key}
            className="card flex flex-col-reverse justify-end gap-1 p-4 first:col-span-2 lg:first:col-span-1"
          >
            <dt className="text-sm text-muted">{total === 1 ? one : many}</dt>
            <dd className="num text-2xl font-bold">{grouped(total)}</dd>
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
        title="Moderation report"
        lead={`The reports people sent us on ${brandName}, our decisions, and how long they took. All figures are counted in our database, and none is about one person.`}
      />
      <Loaded of={report} loading={<Skeleton className="h-140 rounded-xl!" />} failed="We couldn’t load the figures">
        {({ months, readAt }) => (
          <div className="grid gap-8">
            <Totals months={months} />
            <section className="grid gap-3" aria-labelledby="reports">
              <h2 id="reports" className="text-xl">
                Reports and suspensions
              </h2>
              <p className="max-w-text text-muted">
                People report pools, comments, messages, profiles and deliveries. A person decides each report. A
                decision counts in the month in which it was made.
              </p>
              <ReportMonths months={months} />
            </section>
            <section className="grid gap-3" aria-labelledby="notices">
              <h2 id="notices" className="text-xl">
                Copyright notices
              </h2>
              <p className="max-w-text text-muted">
                See <TextLink to={paths.copyright}>Copyright</TextLink> for how notices and counter-notices work.
              </p>
              <NoticeMonths months={months} />
            </section>
            <p className="text-sm text-muted">
              As of {fullDate(readAt)}. Months are in UTC. The same figures as JSON:{' '}
              <a className="link" href="/api/moderation-report">
                /api/moderation-report
              </a>
            </p>
          </div>
        )}
      </Loaded>
    </>
  );
}
