import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural, sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import type { UserProfile } from '#contract/people.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
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

/** "Started 3 tip pools, backs 5, joined in 2026." Who hides the pools that they back shows no number of them. */
function activityOf({ poolCount, backCount, createdAt }: UserProfile): Text {
  const year = createdAt.slice(0, 4);
  return backCount === null
    ? t`Started ${plural({ pools: poolCount }, { one: '# tip pool', other: '# tip pools' })}, joined in ${{ year }}.`
    : t`Started ${plural({ pools: poolCount }, { one: '# tip pool', other: '# tip pools' })}, backs ${plural({ backed: backCount }, { other: '#' })}, joined in ${{ year }}.`;
}

export const page = definePage({
  head: ({ params, read }) => {
    const person = read(profileOf(params.username));
    if (!person) return { title: t`User`, noindex: true };
    return {
      title: verbatim(`${nameOf(person)} (@${person.username})`),
      description: sentences(verbatim(person.bio), activityOf(person)),
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
  return pools.length > 0 ? <PoolGrid pools={pools} eager={3} /> : <EmptyState title={t`Nothing on this page`} />;
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
        <h2 className="sr-only">{t`Creators`}</h2>
        <Loaded
          of={{ ...follows, data: creators }}
          loading={<PoolGridSkeleton count={3} />}
          failed={t`We couldn’t load the creators`}
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
      <h2 className="sr-only">{t`Tip pools`}</h2>
      <Loaded
        of={{ ...pools, data: page === 1 ? first : pools.data?.pools }}
        loading={<PoolGridSkeleton count={3} />}
        failed={t`We couldn’t load the tip pools`}
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
      title={t`${{ name }} makes what fans ask for`}
      actions={<LinkButton to={creatorPath(creatorUsername)}>{t`See their pools`}</LinkButton>}
    >{t`They haven’t started a tip pool themselves. Their creator page shows the pools for them.`}</EmptyState>
  );
}

function noPools(person: UserProfile): ReactNode {
  const name = nameOf(person);
  if (person.isMe) {
    return (
      <EmptyState
        title={t`You have not started a tip pool yet`}
        actions={<LinkButton to={paths.createPool}>{t`Create pool`}</LinkButton>}
      />
    );
  }
  if (person.creatorUsername) return <CreatorInstead name={name} creatorUsername={person.creatorUsername} />;
  return <EmptyState title={t`${{ name }} has not started a tip pool yet`} />;
}

/** The empty state of a list; undefined if the list has entries. */
function emptyOf(person: UserProfile, show: ProfileShow): ReactNode {
  const name = nameOf(person);
  if (show === 'pools' && person.poolCount === 0) return noPools(person);
  if (show === 'backs' && person.backs === null) {
    return (
      <EmptyState title={t`This list is private`}>{t`${{ name }} chose not to show the pools they back.`}</EmptyState>
    );
  }
  if (show === 'backs' && person.backCount === 0) {
    return (
      <EmptyState
        title={person.isMe ? t`You have no pledges to show` : t`${{ name }} has no pledges to show`}
      >{t`Anonymous pledges are never shown here.`}</EmptyState>
    );
  }
  if (show === 'follows' && person.followCount === 0) {
    return (
      <EmptyState
        title={person.isMe ? t`You don’t follow any creators yet` : t`${{ name }} doesn’t follow any creators yet`}
      />
    );
  }
  return undefined;
}

function Actions({ person }: { person: UserProfile }) {
  const { brandName } = useSite();
  const user = useUser();
  const share = (
    <ShareButton title={t`${{ name: nameOf(person) }} on ${{ brand: brandName }}`} path={userPath(person.username)} />
  );
  if (person.isMe) {
    return (
      <>
        <LinkButton to={paths.settings} icon={<Pencil aria-hidden="true" />}>{t`Edit profile`}</LinkButton>
        {share}
      </>
    );
  }
  return (
    <>
      {user && !user.suspended && !person.isBlocked ? <MessageButton userId={person.id} /> : null}
      {share}
      {user ? <ProfileMenu person={person} /> : <ReportButton kind="profile" id={person.id} />}
    </>
  );
}

function Profile({ person }: { person: UserProfile }) {
  const search = useSearch();
  const show = profileShowIn(search);
  const empty = emptyOf(person, show);
  const tab = (to: ProfileShow, label: Text, total: number | null) => ({
    to: profileHref(person.username, to),
    label,
    ...(total === null ? {} : { count: total }),
    current: show === to,
  });
  return (
    <>
      <ProfileHeader person={person} actions={<Actions person={person} />} />
      <LinkTabs
        label={t`Activity of ${{ name: nameOf(person) }}`}
        tabs={[
          tab('pools', t`Tip pools`, person.poolCount),
          tab('backs', t`Backing`, person.backCount),
          tab('follows', t`Following`, person.followCount),
        ]}
      />
      {person.isMe && person.backsPrivate && show === 'backs' ? (
        <p className="mt-5 text-muted">{t`Only you can see this. The pools you back are private.`}</p>
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
      <Loaded of={person} loading={<ProfileHeaderSkeleton />} failed={t`We couldn’t load this profile`}>
        {(data) => <Profile person={data} />}
      </Loaded>
    </>
  );
}
