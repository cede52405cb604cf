import { useEffect } from 'react';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { type PoolTab, poolTabPath, poolTabs } from '#contract/pools/pool-path.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { useLocation } from '#web/data/location.tsx';
import { Link } from '#web/ui/link.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { LinkTabs } from '#web/ui/tabs.tsx';
import { preloadPanels } from './pool-page-panels.tsx';
import { emptiedStatuses } from './pool-page-status.ts';

const labels: Record<PoolTab, Message> = {
  story: msg({ message: 'Story', context: 'tab of a pool' }),
  updates: msg({ message: 'Updates', context: 'tab of a pool' }),
  comments: msg`Comments`,
  fans: msg`Fans`,
};
/** Only the owner, the assigned creator and admins can see pools in these states, and only they could write comments. */
const withoutComments: readonly PoolStatus[] = ['in_review', 'removed'];
/** Pools in these states cannot have fans. */
const withoutFans: readonly PoolStatus[] = ['in_review', ...emptiedStatuses];

const isPoolTab = (name: string | null): name is PoolTab => poolTabs.some((tab) => tab === name);

/** The tabs that a pool has. */
function tabsOf({ status, fanCount }: Pool): PoolTab[] {
  return poolTabs.filter((tab) => {
    if (tab === 'comments') return !withoutComments.includes(status);
    return tab !== 'fans' || fanCount > 0 || !withoutFans.includes(status);
  });
}

/** The tab that a URL names; the first one if it names none that this pool has. Links to a page of comments need no `tab`. */
export function poolTabIn(search: URLSearchParams, pool: Pool): PoolTab {
  const named = search.get('tab') ?? (search.has('comments') ? 'comments' : null);
  return isPoolTab(named) && tabsOf(pool).includes(named) ? named : poolTabs[0];
}

/** Opens the comments for links from before the page had tabs, which name them only in the hash. The server never sees the hash. */
function useCommentsHash(tab: PoolTab): void {
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (tab === 'comments' || !/^#comment(?:s$|-)/.test(hash)) return;
    navigate(poolTabPath(pathname, 'comments') + hash, { replace: true });
  }, [tab, pathname, hash]);
}

interface TabsProps {
  pool: Pool;
  current: PoolTab;
  /** Fetches the code of the comments. */
  preloadComments: () => Promise<unknown>;
}

/** The tabs of a pool page, each with its own URL. On phones a link to the chat follows. */
export function PoolTabs({ pool, current, preloadComments }: TabsProps) {
  const { pathname, search } = useLocation();
  useCommentsHash(current);
  const counts: Partial<Record<PoolTab, number>> = {
    updates: pool.updateCount,
    comments: pool.commentCount,
    fans: pool.fanCount,
  };
  const tabs = tabsOf(pool).map((tab) => {
    const count = counts[tab];
    return {
      to: poolTabPath(pathname, tab),
      label: textOf(labels[tab]),
      current: tab === current,
      ...(count ? { count: formatNumber(count) } : {}),
    };
  });
  return (
    <LinkTabs label={t`About this pool`} tabs={tabs} onApproach={() => preloadPanels(preloadComments)}>
      {withoutComments.includes(pool.status) ? null : (
        <Link to={`${pathname}${search}#chat`} replace keepScroll className="tab md:hidden">{t`Chat`}</Link>
      )}
    </LinkTabs>
  );
}
