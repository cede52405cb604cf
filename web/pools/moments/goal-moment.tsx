import { useEffect, useRef, useState } from 'react';
import { plural, sentences, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { logFailure } from '#web/data/log.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

const GoalFanfare = lazyComponent(() => import('./goal-fanfare.tsx').then((module) => module.GoalFanfare), {
  browserOnly: true,
});

/** Whether to celebrate now. Its code is not part of the first load. */
const claim = async (poolId: string, own: boolean) =>
  (await import('./claim-celebration.ts')).claimCelebration(poolId, own);

type MomentPool = Pick<
  Pool,
  'id' | 'status' | 'pledgedAmount' | 'fundingGoal' | 'fanCount' | 'clocks' | 'targetCreator' | 'assignedCreator'
> & { myPledge: { metGoal: boolean } | null };

/** Calls back when the tab is visible, which may be now. Returns a stop function. */
function whenVisible(act: () => void): () => void {
  if (document.visibilityState === 'visible') {
    act();
    return () => undefined;
  }
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', look);
    act();
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/**
 * Celebrates a goal that is met while the page is open, once per person and pool. The page may learn of it late, from cached data that is
 * fetched again: a pool that has moved on is not celebrated. `arrived`: the fan comes from the pledge that met the goal, and the page says
 * so itself.
 */
export function GoalMoment({ pool, arrived = false }: { pool: MomentPool; arrived?: boolean }) {
  const { id, pledgedAmount, fundingGoal, fanCount } = pool;
  const reached = pledgedAmount >= fundingGoal;
  // A live event changes the figures before the status.
  const isNews = pool.status === 'open' || pool.status === 'goal_met';
  const before = useRef(reached);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const rose = isNews && reached && !before.current;
    before.current = reached;
    if (!reached) setShown(false);
    if (!rose && !(arrived && reached)) return;
    return whenVisible(() => {
      claim(id, arrived).then(setShown, (error: unknown) => logFailure('could not celebrate a goal', error));
    });
  }, [reached, isNews, arrived, id]);
  const title = pool.myPledge?.metGoal ? t`Your pledge met the goal!` : t`Goal met!`;
  const figures = t`${{ amount: formatMoney(pledgedAmount) }} of ${{ goal: formatMoney(fundingGoal) }} pledged by ${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}.`;
  return (
    <>
      <p className="sr-only" role="status">
        {shown ? sentences(title, figures) : ''}
      </p>
      {shown ? (
        <GoalFanfare title={title} figures={figures} pool={pool} banner={!arrived} onClose={() => setShown(false)} />
      ) : null}
    </>
  );
}
