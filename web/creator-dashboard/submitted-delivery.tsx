import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import type { DeliveredContent } from '#contract/delivery.ts';
import { sentenceSpace, t } from '#contract/language/text.ts';
import { useData } from '#web/data/query.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { deliveriesOf } from './dashboard-data.ts';

export type ViewDelivery = (delivery: DeliveredContent) => ReactNode;

/** The reason why the last delivery was sent back. Renders nothing if it was not. */
export function RejectedDelivery({ pool }: { pool: CreatorRequest }) {
  if (pool.sentBackReason === null) return null;
  return (
    <div className="notice" data-tone="danger">
      <Undo2 aria-hidden="true" />
      <p className="wrap-anywhere whitespace-pre-line">
        <b>{t`Your delivery was sent back.`}</b>
        {sentenceSpace()}
        {pool.sentBackReason || t`Review it and submit it again.`}
      </p>
    </div>
  );
}

function Deliveries({ poolId, view }: { poolId: string; view: ViewDelivery }) {
  const deliveries = useData(deliveriesOf(poolId));
  return (
    <Loaded of={deliveries} loading={<Skeleton className="h-32" />} failed={t`We couldn’t load the delivery`}>
      {(data) => (
        <div className="grid gap-8">
          {data.deliveries.map((delivery) => (
            <div key={delivery.claimId}>{view(delivery)}</div>
          ))}
        </div>
      )}
    </Loaded>
  );
}

/** The submitted deliveries, collapsed until the creator opens them. */
export function SubmittedDelivery({ poolId, view }: { poolId: string; view: ViewDelivery }) {
  return <Disclosure summary={t`Your delivery`}>{() => <Deliveries poolId={poolId} view={view} />}</Disclosure>;
}
