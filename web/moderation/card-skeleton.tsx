import { Skeleton } from '#web/ui/loading-states.tsx';

/** The shape of one entry in a queue of cards. */
export function CardSkeleton() {
  return (
    <div className="card admin-card mb-4">
      <header>
        <div className="flex items-center gap-3">
          <Skeleton className="size-12 rounded-full!" />
          <div className="grid gap-1.5">
            <Skeleton className="h-5 w-36" />
            <Skeleton className="h-4 w-24" />
          </div>
        </div>
        <Skeleton className="h-6 w-24" />
      </header>
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-11 w-56" />
    </div>
  );
}
