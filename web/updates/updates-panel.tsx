import { PenLine } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/language/text.ts';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { prefetch } from '#web/ui/hydration/code-loader.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { UpdateCard, type UpdateSlots } from './update-card.tsx';
import { updatePageIn, updatesOf } from './update-queries.ts';

const loadNew = () => import('./new-update.tsx').then((module) => module.NewUpdate);
const NewUpdate = lazyComponent(loadNew, { browserOnly: true });

/** Opens the form, whose code only the creator and the owner load. */
function Writer({ pool }: { pool: Pool }) {
  const user = useUser();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The form disappears with the focused element, so keyboard focus returns to the button.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!user || user.suspended) return null;
  if (isOpen) return <NewUpdate poolId={pool.id} user={user} onClose={() => setOpen(false)} />;
  return (
    <Button
      ref={button}
      variant="primary"
      className="justify-self-start"
      icon={<PenLine aria-hidden="true" />}
      onPointerEnter={() => prefetch(loadNew)}
      onClick={() => setOpen(true)}
    >{t`Write an update`}</Button>
  );
}

function Loading() {
  return (
    <div>
      <Skeleton className="h-8 w-60" />
      <Skeleton className="mt-3 h-5" />
      <Skeleton className="mt-2 h-5 w-2/3" />
    </div>
  );
}

/** The updates of a pool, newest first, and the form for its creator and owner. */
export function UpdatesPanel({ pool, ...slots }: UpdateSlots & { pool: Pool }) {
  const { pathname } = useLocation();
  const page = updatePageIn(useSearch());
  const { updateCount } = pool;
  const updates = useData(updatesOf(pool.id, page), { keepPrevious: true, enabled: updateCount > 0 });
  const mayPost = pool.can.postUpdates;
  const tab = poolTabPath(pathname, 'updates');
  const hrefOf = (number: number) => `${tab}${number === 1 ? '' : `&updates=${number}`}#updates`;
  return (
    <section aria-label={t`Updates`} className="grid gap-6">
      {mayPost ? <Writer pool={pool} /> : null}
      {updateCount === 0 ? (
        <p className="text-muted">
          {mayPost
            ? t`No updates yet. Tell your fans how it’s going.`
            : t`No updates yet. News from the creator and the fan who started this pool appears here.`}
        </p>
      ) : (
        <Loaded of={updates} loading={<Loading />} failed={t`We couldn’t load the updates`}>
          {(data) => (
            <>
              <ul className="grid gap-8" aria-busy={updates.isPlaceholderData}>
                {data.updates.map((update) => (
                  <UpdateCard key={update.id} pool={pool} update={update} {...slots} />
                ))}
              </ul>
              {data.updates.length === 0 ? <p className="text-muted">{t`There are no updates on this page.`}</p> : null}
              <Pagination {...data.pagination} hrefOf={hrefOf} />
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}
