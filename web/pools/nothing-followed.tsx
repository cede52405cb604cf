import { t } from '#contract/language/text.ts';
import { paths, signInPath } from '#contract/paths.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { feedAddressPath } from './feed-address.ts';
import { type FeedFilter, narrowingOf } from './feed-filter.ts';

/** In place of a feed of pools for creators that the person follows, if it has none. */
export function NothingFollowed({ filter, basePath }: { filter: FeedFilter; basePath: string }) {
  const isSignedIn = useUser() !== null;
  const here = feedAddressPath(basePath, { ...filter, page: 1 });
  if (!isSignedIn) {
    return (
      <EmptyState
        title={t`Sign in to see the creators you follow`}
        actions={<LinkButton to={signInPath(here)} variant="primary">{t`Sign In`}</LinkButton>}
      >{t`This filter shows the pools for creators you follow.`}</EmptyState>
    );
  }
  const { categories, search } = filter;
  const isNarrower = categories.length > 0 || search !== '' || Object.keys(narrowingOf(filter)).length > 1;
  const all = feedAddressPath(basePath, { categories: [], search: '', following: true, page: 1 });
  return (
    <EmptyState
      title={isNarrower ? t`No pools of creators you follow match` : t`No pools for creators you follow yet`}
      actions={
        <>
          {isNarrower ? <LinkButton to={all}>{t`Clear other filters`}</LinkButton> : null}
          <LinkButton to={paths.creators} variant="primary">{t`Find creators`}</LinkButton>
        </>
      }
    >{t`Follow creators, and the pools for them appear here.`}</EmptyState>
  );
}
