import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatorRequest } from '#contract/creator-desk.ts';
import type { DeliveredContent } from '#contract/delivery.ts';
import { useData } from '#web/data/query.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { deliveriesOf } from './dashboard-data.ts';

export type ViewDelivery = (delivery: DeliveredContent) => ReactNode;

/** Why the last delivery came back; nothing where none did. */
export function RejectedDelivery({ pool }: { pool: CreatorRequest }) {
  if (pool.sentBackReason === null) return null;
  return (
    <div className="notice" data-tone="danger">
      <Undo2 aria-hidden="true" />
      <p className="wrap-anywhere whitespace-pre-line">
        <b>Your delivery was sent back.</b> {pool.sentBackReason || 'Look at it again and hand it in once more.'}
      </p>
    </div>
  );
}

function Deliveries({ poolId, view }: { poolId: string; view: ViewDelivery }) {
  const deliveries = useData(deliveriesOf(poolId));
  return (
    <Loaded of={deliveries} loading={<Skeleton className="h-32" />} failed="The delivery could not be loaded">
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

/** What was handed in, folded away until somebody wants to see it. */
export function SubmittedDelivery({ poolId, view }: { poolId: string; view: ViewDelivery }) {
  return <Disclosure summary="What you handed in">{() => <Deliveries poolId={poolId} view={view} />}</Disclosure>;
}
