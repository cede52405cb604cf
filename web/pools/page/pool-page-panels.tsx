import type { ReactNode } from 'react';
import type { PoolTab } from '#contract/pools/pool-path.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { lateComponent } from '#web/ui/hydration/late-component.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { PoolBodySkeleton } from './pool-page-layout.tsx';
import { hasEnded } from './pool-page-status.ts';

// The server renders the requested tab. The browser loads the code of the others when the person approaches them.
const loadStory = () => import('./pool-page-story.tsx').then((module) => module.PoolStory);
const loadUpdates = () => import('./pool-page-updates.tsx').then((module) => module.PoolUpdates);
const loadFans = () => import('./pool-page-fans.tsx').then((module) => module.PoolFans);

const waiting = <PoolBodySkeleton />;
const PoolStory = lateComponent(loadStory, { waiting });
const PoolUpdates = lazyComponent(loadUpdates, { waiting });
const PoolFans = lazyComponent(loadFans, { waiting });
const SimilarPools = lazyComponent(() => import('./pool-page-similar.tsx').then((module) => module.SimilarPools));

/** Fetches the code of all tabs. A failed load is repeated when the tab opens. */
export function preloadPanels(preloadComments: () => Promise<unknown>): void {
  void Promise.allSettled([loadStory(), loadUpdates(), preloadComments(), loadFans()]);
}

interface PanelProps {
  pool: Pool;
  /** The delivery, at the top of the story. */
  delivery: ReactNode;
  /** The updates, at the top of their tab. */
  updates: ReactNode;
  comments: ReactNode;
}

const panels: Record<PoolTab, (props: PanelProps) => ReactNode> = {
  story: ({ pool, delivery }) => (
    <div className="flex flex-col gap-8">
      {delivery}
      <PoolStory pool={pool} />
      {hasEnded(pool.status) ? <SimilarPools pool={pool} /> : null}
    </div>
  ),
  updates: ({ pool, updates }) => <PoolUpdates pool={pool} updates={updates} />,
  comments: ({ comments }) => comments,
  fans: ({ pool }) => <PoolFans pool={pool} />,
};

/** The content of a tab. Its id is the anchor of links such as "#comments". */
export function PoolPanel({ tab, ...props }: PanelProps & { tab: PoolTab }) {
  return (
    <div id={tab} className="scroll-mt-24 pt-6">
      {panels[tab](props)}
    </div>
  );
}
