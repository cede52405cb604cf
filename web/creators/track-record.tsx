import { BadgeCheck, Clock, MessageSquareReply } from 'lucide-react';
import type { ReactNode } from 'react';
import { getTrackRecord } from '#contract/calls/creators.ts';
import type { TrackRecord } from '#contract/creators/track-record.ts';
import { count } from '#contract/values/time.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';

export const trackRecordOf = (username = '') => optional(query(getTrackRecord, { params: { username } }));

function Figure({ icon, value, children }: { icon: ReactNode; value: string; children: ReactNode }) {
  return (
    <div className="track-figure">
      <dt>
        {icon}
        <span className="contents">{children}</span>
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

const isNew = ({ answered, unanswered }: TrackRecord) => answered + unanswered === 0;

function Figures({ record }: { record: TrackRecord }) {
  const { answered, unanswered, delivered, onTime, medianDays } = record;
  if (isNew(record)) return <p className="track-empty">New creator: no requests answered yet.</p>;
  return (
    <dl className="track-figures">
      <Figure icon={<MessageSquareReply aria-hidden="true" />} value={`${answered} of ${answered + unanswered}`}>
        Requests answered
      </Figure>
      <Figure icon={<BadgeCheck aria-hidden="true" />} value={delivered > 0 ? `${onTime} of ${delivered}` : 'None yet'}>
        {delivered > 0 ? 'Delivered on time' : 'Deliveries'}
      </Figure>
      {medianDays === null ? null : (
        <Figure icon={<Clock aria-hidden="true" />} value={count(medianDays, 'day')}>
          Usual time to deliver
        </Figure>
      )}
    </dl>
  );
}

/** A summary of how a creator has handled requests, for fans who decide whether to ask. */
export function TrackRecordPanel({ username }: { username: string }) {
  const record = useData(trackRecordOf(username));
  return (
    <section aria-labelledby="track-record" className="mb-8">
      <h2 id="track-record" className="mb-3 text-lg">
        Track record
      </h2>
      <Loaded of={record} loading={<Skeleton className="h-22 w-full" />} failed="We couldn’t load the track record">
        {(data) => <Figures record={data} />}
      </Loaded>
    </section>
  );
}
