import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/loading-states.tsx';

interface LayoutProps {
  head: ReactNode;
  box: ReactNode;
  body: ReactNode;
}

/** Two columns where there is room for them, also beside a chat, the second one staying in sight; else one, with the box between head and body. */
export function PoolPageLayout({ head, box, body }: LayoutProps) {
  return (
    // Not on phones: what is fixed to the screen would be fixed to a container in some browsers.
    <div className="md:@container">
      <div className="grid gap-x-[34px] gap-y-6 @min-[800px]:grid-cols-[minmax(0,1fr)_372px] @min-[800px]:grid-rows-[auto_1fr]">
        <div className="min-w-0">{head}</div>
        <aside
          className="min-w-0 @min-[800px]:col-start-2 @min-[800px]:row-span-2 @min-[800px]:row-start-1"
          aria-label="Pledge"
        >
          <div className="@min-[800px]:[@media(min-height:720px)]:sticky @min-[800px]:[@media(min-height:720px)]:top-6">
            {box}
          </div>
        </aside>
        <div className="min-w-0">{body}</div>
      </div>
    </div>
  );
}

/** The card that carries meter and pledge. */
export function PoolBoxCard({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-[15px] rounded-2xl bg-surface p-[22px] shadow-lift">{children}</div>;
}

export function PledgeBoxSkeleton() {
  return (
    <div className="flex flex-col gap-[15px] max-md:hidden">
      <Skeleton className="h-11" />
      <Skeleton className="h-[50px]" />
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
      <Skeleton className="mt-9 h-20 rounded-xl!" />
      <Skeleton className="mt-5 h-24" />
    </div>
  );
}

/** The pool page before its pool is there. */
export function PoolPageSkeleton() {
  return (
    <>
      <span className="sr-only" role="status">
        Loading the pool
      </span>
      <Skeleton className="mb-5 h-6 w-56" />
      <PoolPageLayout
        head={
          <>
            <Skeleton className="h-[200px] rounded-2xl! sm:h-[260px] md:h-[330px]" />
            <Skeleton className="mt-6 h-11 w-4/5" />
            <Skeleton className="mt-3 h-8 w-72 max-w-full" />
          </>
        }
        box={
          <PoolBoxCard>
            <Skeleton className="h-[168px] rounded-xl!" />
            <Skeleton className="h-11" />
            <PledgeBoxSkeleton />
            <Skeleton className="h-11" />
          </PoolBoxCard>
        }
        body={<PoolBodySkeleton />}
      />
    </>
  );
}
