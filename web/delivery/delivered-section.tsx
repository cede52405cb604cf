import { Lock, PackageOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DeliveredContent } from '#contract/delivery.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { ThankYou } from '#contract/thanks.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHasPassed } from '#web/ui/hydration/use-has-passed.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Day, RemainingTime } from '#web/ui/time-left.tsx';
import { approvedIn, contentOf, mayReadContent } from './content-access.ts';
import { DeliveryView } from './delivery-view.tsx';
import { MadePossibleBy } from './made-possible-by.tsx';
import { Thanks } from './thanks.tsx';

// Only creators load it.
const GalleryPicker = lazyComponent(() => import('./gallery-picker.tsx').then((module) => module.GalleryPicker));
const ObjectionDialog = lazyComponent(async () => (await import('./objection-dialog.tsx')).ObjectionDialog, {
  browserOnly: true,
});

function Frame({ icon, title, children }: { icon: ReactNode; title: Text; children: ReactNode }) {
  return (
    <section id="delivered" aria-labelledby="delivered-title" className="card scroll-mt-20 p-5 md:p-6">
      <h2 id="delivered-title" className="flex items-center gap-2.5">
        {icon}
        <span>{title}</span>
      </h2>
      {children}
    </section>
  );
}

/** Lets a contributor object during the quiet period. */
function Objection({ pool, objected }: { pool: Pool; objected: boolean }) {
  const [open, setOpen] = useState(false);
  const until = pool.clocks.quietUntil;
  const isOver = useHasPassed(until);
  if (pool.status !== 'delivered' || !until || pool.myPledge?.status !== 'paid') return null;
  if (objected) {
    return (
      <p className="mt-6 border-t border-line pt-4 text-sm text-muted">{t`You objected. An admin is reviewing it. The creator is not paid until then.`}</p>
    );
  }
  // An open objection of another fan keeps the pool in this state. A freeze pauses the quiet period. An open dialog keeps its text.
  if (!open && !pool.frozen && isOver) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="max-w-lead text-sm text-muted">
        <RichText
          text={msg`Not what was requested? You can object until <day/> (<time/>). The creator is not paid before then.`}
          tags={{ day: () => <Day at={until} />, time: () => <RemainingTime until={until} /> }}
        />
      </p>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t({ message: 'Object', context: 'verb on a button' })}
      </Button>
      {open ? <ObjectionDialog poolId={pool.id} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

interface ReadableProps {
  pool: Pool;
  /** Renders the report button of a delivery. */
  reportOf: (delivery: DeliveredContent) => ReactNode;
  reportOfThanks: (thanks: ThankYou) => ReactNode;
}

function ReadableContent({ pool, reportOf, reportOfThanks }: ReadableProps) {
  const content = useData(contentOf(pool.id));
  const made = pool.isAssignedCreator ? t`Your delivery` : t`It’s here`;
  const title = pool.status === 'delivery_review' ? t`Submitted, under review` : made;
  return (
    <Frame icon={<PackageOpen aria-hidden="true" className="text-paid-text" />} title={title}>
      <div className="mt-3">
        <MadePossibleBy pool={pool} />
      </div>
      <Loaded
        of={content}
        loading={<Skeleton className="mt-4 h-64 rounded-lg!" />}
        failed={t`We couldn’t load the delivery`}
        empty={({ deliveries, withheld }) =>
          deliveries.length === 0 && (
            <p className="mt-2 max-w-text text-muted">
              {withheld
                ? t`Disabled after a copyright notice. If it stays disabled before the creator is paid, everyone is refunded.`
                : t`Nothing was submitted.`}
            </p>
          )
        }
      >
        {({ deliveries }) => (
          <div className="flex flex-col divide-y divide-line [&>*]:py-5 [&>*:last-child]:pb-0">
            {deliveries.map((delivery) => (
              <div key={delivery.claimId}>
                <DeliveryView delivery={delivery} from={pool.assignedCreator} />
                {pool.isAssignedCreator ? null : <div className="mt-2 -ms-3">{reportOf(delivery)}</div>}
              </div>
            ))}
            {pool.isAssignedCreator && pool.status === 'completed' ? <GalleryPicker deliveries={deliveries} /> : null}
          </div>
        )}
      </Loaded>
      {approvedIn.includes(pool.status) ? <Thanks pool={pool} reportOf={reportOfThanks} /> : null}
      <Objection pool={pool} objected={content.data?.objected ?? false} />
    </Frame>
  );
}

/** The delivery for readers with access; for everyone else, the reason why they cannot open it. */
export function DeliveredSection({ pool, isAdmin, ...reports }: ReadableProps & { isAdmin: boolean }) {
  if (mayReadContent(pool, isAdmin)) return <ReadableContent pool={pool} {...reports} />;
  if (!approvedIn.includes(pool.status)) return null;
  return (
    <Frame icon={<Lock aria-hidden="true" className="text-faint" />} title={t`Delivered to fans who paid`}>
      <p className="mt-2 max-w-text text-muted">
        {pool.can.pledgeLate
          ? t`You can still join: pay now and get access to the delivery right away.`
          : t`Only fans who paid their pledge can see the delivery. This pool takes no more pledges.`}
      </p>
    </Frame>
  );
}
