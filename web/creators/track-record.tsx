import { BadgeCheck, Clock, MessageSquareReply } from 'lucide-react';
import type { ReactNode } from 'react';
import { getTrackRecord } from '#contract/calls/creators.ts';
import type { TrackRecord } from '#contract/creators/track-record.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';

export const trackRecordOf = (username = '') => optional(query(getTrackRecord, { params: { username } }));

function Figure({ icon, value, children }: { icon: ReactNode; value: Text; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line py-3 max-sm:not-last:border-b sm:grid sm:content-between sm:justify-start sm:rounded-lg sm:bg-surface sm:p-4 sm:shadow-ring">
      <dt className="flex items-center gap-2 text-muted">
        {icon}
        <span className="contents">{children}</span>
      </dt>
      <dd className="font-display text-xl font-[650] tabular-nums sm:text-2xl">{value}</dd>
    </div>
  );
}

const isNew = ({ answered, unanswered }: TrackRecord) => answered + unanswered === 0;

function Figures({ record }: { record: TrackRecord }) {
  const { answered, unanswered, delivered, onTime, medianDays } = record;
  if (isNew(record))
    return (
      <p className="rounded-lg bg-surface p-4 text-muted shadow-ring">{t`New creator: no requests answered yet.`}</p>
    );
  return (
    <dl className="grid border-line max-sm:border-y sm:auto-cols-fr sm:grid-flow-col sm:gap-3">
      <Figure
        icon={<MessageSquareReply aria-hidden="true" />}
        value={t`${{ answered }} of ${{ requests: answered + unanswered }}`}
      >{t`Requests answered`}</Figure>
      <Figure
        icon={<BadgeCheck aria-hidden="true" />}
        value={
          delivered > 0
            ? t`${{ onTime }} of ${{ deliveries: delivered }}`
            : t({ message: 'None yet', context: 'deliveries' })
        }
      >
        {delivered > 0 ? t`Delivered on time` : t`Deliveries`}
      </Figure>
      {medianDays === null ? null : (
        <Figure
          icon={<Clock aria-hidden="true" />}
          value={t`${plural({ days: medianDays }, { one: '# day', other: '# days' })}`}
        >{t`Usual time to deliver`}</Figure>
      )}
    </dl>
  );
}

/** A summary of how a creator has handled requests, for fans who decide whether to ask. */
export function TrackRecordPanel({ username }: { username: string }) {
  const record = useData(trackRecordOf(username));
  return (
    <section aria-labelledby="track-record" className="mb-8">
      <h2 id="track-record" className="mb-3 text-lg">{t`Track record`}</h2>
      <Loaded of={record} loading={<Skeleton className="h-22 w-full" />} failed={t`We couldn’t load the track record`}>
        {(data) => <Figures record={data} />}
      </Loaded>
    </section>
  );
}
