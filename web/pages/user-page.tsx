import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import type { UserProfile } from '#contract/people.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { count } from '#contract/values/time.ts';
import { MessageButton } from '#web/chat/messages/message-button.tsx';
import { asAppError } from '#web/data/call.ts';
import { useParams, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { FollowedCreators } from '#web/people/followed-creators.tsx';
import { laterFollowsOf, laterPoolsOf, profileOf } from '#web/people/people-data.ts';
import { nameOf } from '#web/people/person-name.ts';
import { ProfileHeader, ProfileHeaderSkeleton } from '#web/people/profile-header.tsx';
import { ProfileMenu } from '#web/people/profile-menu.tsx';
import { type ProfileShow, profileHref, profileShowIn } from '#web/people/profile-tabs.ts';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from '#web/pools/pool-grid.tsx';
import { useLivePools } from '#web/pools/use-live-pools.ts';
import { ReportButton } from '#web/safety/report-button.tsx';
import { ShareButton } from '#web/sharing/share-button.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';

/** The queries for later pages. The profile itself contains the first page of each list. */
function laterOf(username: string, search: URLSearchParams) {
  const show = profileShowIn(search);
  const page = pageIn(search);
  if (page === 1) return [];
  return [show === 'follows' ? laterFollowsOf(username, page) : laterPoolsOf(username, show, page)];
}

export const page = definePage({
  head: ({ params, read }) => {
    const person = read(profileOf(params.username));
    if (!person) return { title: 'User', noindex: true };
    const does = `Started ${count(person.poolCount, 'tip pool')}${person.backCount === null ? '' : `, backs ${person.backCount}`}, joined in ${person.createdAt.slice(0, 4)}.`;
    return {
      title: `${nameOf(person)} (@${person.username})`,
      description: `${person.bio} ${does}`.trim(),
      canonical: userPath(person.username),
      type: 'profile',
      // Fans did not ask to be found through search engines.
      noindex: true,
    };
  },
  canonicalPath: async ({ params, fetch }) => userPath((await fetch(profileOf(params.username))).username),
  queries: ({ params, url }) => [profileOf(params.username), ...laterOf(params.username ?? '', url.searchParams)],
});

interface ShownProps {
  person: UserProfile;
  show: ProfileShow;
  page: number;
}

function Pages({ person, show, page, total, size }: ShownProps & { total: number; size: number }) {
  return (
    <div className="mt-8">
      <Pagination
        page={page}
        totalCount={total}
        totalPages={Math.ceil(total / size)}
        from={size}
        hrefOf={(number) => profileHref(person.username, show, number)}
      />
    </div>
  );
}

function PoolsShown({ pools }: { pools: readonly PoolCard[] }) {
  useLivePools(pools.map(({ id }) => id));
  return pools.length > 0 ? <PoolGrid pools={pools} eager={3} /> : <EmptyState title="Nothing on this page" />;
}

/** One list of a profile. Its first page came with the profile. */
function Shown({ person, show, page }: ShownProps) {
  const pools = useData(laterPoolsOf(person.username, show === 'backs' ? 'backs' : 'pools', page), {
    enabled: page > 1 && show !== 'follows',
  });
  const follows = useData(laterFollowsOf(person.username, page), { enabled: page > 1 && show === 'follows' });
  if (show === 'follows') {
    const creators = page === 1 ? person.follows : follows.data?.creators;
    return (
      <>
        <h2 className="sr-only">Creators</h2>
        <Loaded
          of={{ ...follows, data: creators }}
          loading={<PoolGridSkeleton count={3} />}
          failed="We couldn’t load the creators"
        >
          {(shown) => <FollowedCreators creators={shown} />}
        </Loaded>
        <Pages {...{ person, show, page }} total={person.followCount} size={limits.creatorsPageSize} />
      </>
    );
  }
  const first = show === 'pools' ? person.pools : (person.backs ?? []);
  return (
    <>
      <h2 className="sr-only">Tip pools</h2>
      <Loaded
        of={{ ...pools, data: page === 1 ? first : pools.data?.pools }}
        loading={<PoolGridSkeleton count={3} />}
        failed="We couldn’t load the tip pools"
      >
        {(shown) => <PoolsShown pools={shown} />}
      </Loaded>
      <Pages
        {...{ person, show, page }}
        total={show === 'pools' ? person.poolCount : (person.backCount ?? 0)}
        size={limits.feedPageSize}
      />
    </>
  );
}

/** For a creator who has started no pool: leads to the pools for them. */
function CreatorInstead({ name, creatorUsername }: { name: string; creatorUsername: string }) {
  return (
    <EmptyState
      title={`${name} makes what fans ask for`}
      actions={<LinkButton to={creatorPath(creatorUsername)}>See their pools</LinkButton>}
    >
      They haven’t started a tip pool themselves. Their creator page shows the pools for them.
    </EmptyState>
  );
}

function noPools(person: UserProfile): ReactNode {
  const name = nameOf(person);
  if (person.isMe) {
    return (
      <EmptyState
        title="You have not started a tip pool yet"
        actions={<LinkButton to={paths.createPool}>Create pool</LinkButton>}
      />
    );
  }
  if (person.creatorUsername) return <CreatorInstead name={name} creatorUsername={person.creatorUsername} />;
  return <EmptyState title={`${name} has not started a tip pool yet`} />;
}

/** The empty state of a list; undefined if the list has entries. */
function emptyOf(person: UserProfile, show: ProfileShow): ReactNode {
  const name = person.isMe ? 'You' : nameOf(person);
  const has = person.isMe ? 'have' : 'has';
  if (show === 'pools' && person.poolCount === 0) return noPools(person);
  if (show === 'backs' && person.backs === null) {
    return <EmptyState title="This list is private">{name} chose not to show the pools they back.</EmptyState>;
  }
  if (show === 'backs' && person.backCount === 0) {
    return <EmptyState title={`${name} ${has} no pledges to show`}>Anonymous pledges are never shown here.</EmptyState>;
  }
  if (show === 'follows' && person.followCount === 0) {
    return <EmptyState title={`${name} ${person.isMe ? 'don’t follow' : 'doesn’t follow'} any creators yet`} />;
  }
  return undefined;
}

function Actions({ person }: { person: UserProfile }) {
  const { brandName } = useSite();
  const user = useUser();
  const share = <ShareButton title={`${nameOf(person)} on ${brandName}`} path={userPath(person.username)} />;
  if (person.isMe) {
    return (
      <>
        <LinkButton to={paths.settings} icon={<Pencil aria-hidden="true" />}>
          Edit profile
        </LinkButton>
        {share}
      </>
    );
  }
  return (
    <>
      {user && !user.suspended && !person.isBlocked ? <MessageButton userId={person.id} /> : null}
      {share}
      {user ? <ProfileMenu person={person} /> : <ReportButton kind="profile" id={person.id} what="this profile" />}
    </>
  );
}

function Profile({ person }: { person: UserProfile }) {
  const search = useSearch();
  const show = profileShowIn(search);
  const empty = emptyOf(person, show);
  const tab = (to: ProfileShow, label: string, total: number | null) => ({
    to: profileHref(person.username, to),
    label,
    ...(total === null ? {} : { count: total }),
    current: show === to,
  });
  return (
    <>
      <ProfileHeader person={person} actions={<Actions person={person} />} />
      <LinkTabs
        label={`Activity of ${nameOf(person)}`}
        tabs={[
          tab('pools', 'Tip pools', person.poolCount),
          tab('backs', 'Backing', person.backCount),
          tab('follows', 'Following', person.followCount),
        ]}
      />
      {person.isMe && person.backsPrivate && show === 'backs' ? (
        <p className="mt-5 text-muted">Only you can see this. The pools you back are private.</p>
      ) : null}
      <div className="mt-6">{empty ?? <Shown person={person} show={show} page={pageIn(search)} />}</div>
    </>
  );
}

export function Component() {
  const { username } = useParams();
  const person = useData(profileOf(username));
  const failed = person.error ? asAppError(person.error) : undefined;
  // The cached profile may be of a person who has left since.
  if (failed?.status === 404) throw failed;
  return (
    <>
      <div className="mb-3">
        <BackLink fallback={paths.users} />
      </div>
      <Loaded of={person} loading={<ProfileHeaderSkeleton />} failed="We couldn’t load this profile">
        {(data) => <Profile person={data} />}
      </Loaded>
    </>
  );
}
