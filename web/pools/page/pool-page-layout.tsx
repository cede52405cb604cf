import type { ReactNode } from 'react';
import { t } from '#contract/language/text.ts';
import { Skeleton } from '#web/ui/loading-states.tsx';

interface LayoutProps {
  head: ReactNode;
  box: ReactNode;
  body: ReactNode;
}

/**
 * Two columns if they fit, also next to an open chat; the second column is sticky.
 * Otherwise one column with the box between head and body.
 */
export function PoolPageLayout({ head, box, body }: LayoutProps) {
  return (
    // Not on phones: some browsers position fixed elements relative to a query container instead of the screen.
    <div className="md:@container">
      <div className="grid gap-x-8 gap-y-6 @columns:grid-cols-[minmax(0,1fr)_--spacing(93)] @columns:grid-rows-[auto_1fr]">
        <div className="min-w-0">{head}</div>
        <aside
          className="min-w-0 @columns:col-start-2 @columns:row-span-2 @columns:row-start-1"
          aria-label={t({ message: 'Pledge', context: 'heading: the box with the form that pledges' })}
          data-pledge-box
        >
          <div className="@columns:tall:sticky @columns:tall:top-6">{box}</div>
        </aside>
        <div className="min-w-0">{body}</div>
      </div>
    </div>
  );
}

/** The card with the meter and, below or beside it, the pledge form. */
export function PoolBoxCard({ meter, children }: { meter: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-4 rounded-2xl bg-surface p-5 shadow-lift @box:grid-cols-2 @columns:grid-cols-1">
      <div className="flex min-w-0 flex-col gap-4">{meter}</div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </div>
  );
}

export function PledgeBoxSkeleton() {
  return (
    <div className="flex flex-col gap-4 max-md:hidden">
      <Skeleton className="h-11" />
      <Skeleton className="h-12.5" />
      <Skeleton className="h-15" />
    </div>
  );
}

export function PoolBodySkeleton() {
  return (
    <div>
      <Skeleton className="h-5" />
      <Skeleton className="mt-3 h-5" />
      <Skeleton className="mt-3 h-5 w-2/3" />
      <Skeleton className="mt-8 h-20 rounded-xl!" />
      <Skeleton className="mt-5 h-24" />
    </div>
  );
}

/** The placeholder of the pool page while the pool loads. */
export function PoolPageSkeleton() {
  return (
    <>
      <span className="sr-only" role="status">{t`Loading the pool`}</span>
      <Skeleton className="mb-5 h-6 w-56" />
      <PoolPageLayout
        head={
          <>
            <Skeleton className="h-50 rounded-2xl! sm:h-65" />
            <Skeleton className="mt-6 h-11 w-4/5" />
            <Skeleton className="mt-3 h-8 w-72 max-w-full" />
          </>
        }
        box={
          <PoolBoxCard
            meter={
              <>
                <Skeleton className="h-42 rounded-xl!" />
                <Skeleton className="h-11" />
              </>
            }
          >
            <PledgeBoxSkeleton />
            <Skeleton className="h-11" />
          </PoolBoxCard>
        }
        body={<PoolBodySkeleton />}
      />
    </>
  );
}
