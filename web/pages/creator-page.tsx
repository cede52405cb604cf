import { CirclePlus, Pencil, ShieldCheck } from 'lucide-react';
import { getCreator, listCreatorPools } from '#contract/calls/creators.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { type Message, msg, sentences, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { creatorPath, paths, startPath } from '#contract/paths.ts';
import { type PoolStage, poolStages } from '#contract/pools/pool-status.ts';
import { creatorFeedBase, creatorShareImage, isAdultCreator } from '#contract/sharing.ts';
import { shortLink } from '#contract/values/short-link.ts';
import { CreatorHeader, CreatorHeaderSkeleton } from '#web/creators/creator-header.tsx';
import { IsThisYou } from '#web/creators/is-this-you.tsx';
import { RequestTermsNote } from '#web/creators/request-terms.tsx';
import { TrackRecordPanel, trackRecordOf } from '#web/creators/track-record.tsx';
import { useLocation, useParams, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { CreatorGallery, galleryOf } from '#web/delivery/creator-gallery.tsx';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from '#web/pools/pool-grid.tsx';
import { useLivePools } from '#web/pools/use-live-pools.ts';
import { ReportButton } from '#web/safety/report-button.tsx';
import { creatorJsonLd } from '#web/sharing/json-ld.ts';
import { ShareButton } from '#web/sharing/share-button.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { BackLink } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';

const AgeGate = lazyComponent(() => import('#web/age/age-gate.tsx').then((module) => module.AgeGate));

const creatorOf = (username = '') => query(getCreator, { params: { username } });
const stageIn = (params: URLSearchParams) => poolStages.find((stage) => stage === params.get('pools'));
const poolsFor = (username = '', stage?: PoolStage, page = 1) =>
  optional(live(query(listCreatorPools, { params: { username }, query: { ...(stage ? { stage } : {}), page } })));

function standingOf({ status, claimedWith }: CreatorProfile): Text {
  if (status === 'verified') return t`Verified creator.`;
  if (status === 'unclaimed') return t`Added by fans, not affiliated.`;
  return claimedWith ? t`Claimed with ${{ page: shortLink(claimedWith) }}.` : t`Claimed, not verified yet.`;
}

export const page = definePage({
  head: ({ params, read, site }) => {
    const profile = read(creatorOf(params.username));
    if (!profile) return { title: t`Creator`, noindex: true };
    const by = standingOf(profile);
    const name = verbatim(`${profile.displayName} (@${profile.username})`);
    const about = verbatim(profile.description) || t`Tip pools for ${{ name: profile.displayName }}.`;
    return {
      title: name,
      description: sentences(about, by),
      canonical: creatorPath(profile.username),
      image: creatorShareImage(profile.username),
      imageAlt: name,
      type: 'profile',
      feed: {
        title: t`Tip pools for ${{ name: profile.displayName }}`,
        base: creatorFeedBase(profile.username),
      },
      adult: isAdultCreator(profile.category),
      // Only crawlers read this, and they load the page from the server.
      jsonLd: import.meta.env.SSR ? creatorJsonLd(profile, site) : undefined,
    };
  },
  canonicalPath: async ({ params, fetch }) => {
    // Only the server redirects, for crawlers and links from other sites. In the browser the page appears immediately under the requested path.
    if (!import.meta.env.SSR) return undefined;
    return creatorPath((await fetch(creatorOf(params.username))).username);
  },
  queries: ({ params, url: { searchParams } }) => [
    creatorOf(params.username),
    trackRecordOf(params.username),
    galleryOf(params.username),
    poolsFor(params.username, stageIn(searchParams), pageIn(searchParams)),
  ],
});

const stageWords: Record<PoolStage, Message> = {
  funding: msg`Filling up`,
  making: msg`In the making`,
  delivered: msg`Delivered`,
};

function CreatorPools({ username, name }: { username: string; name: string }) {
  const { pathname } = useLocation();
  const params = useSearch();
  const stage = stageIn(params);
  const pools = useData(poolsFor(username, stage, pageIn(params)), { keepPrevious: true });
  useLivePools(pools.data?.pools.map(({ id }) => id) ?? []);
  const hrefOf = (of: PoolStage | undefined, page = 1) => {
    const asked = [...(of ? [`pools=${of}`] : []), ...(page > 1 ? [`page=${page}`] : [])].join('&');
    return asked ? `${pathname}?${asked}` : pathname;
  };
  const start = (
    <LinkButton to={startPath(username)} variant="primary" icon={<CirclePlus aria-hidden="true" />}>
      {t`Start a pool for ${{ name }}`}
    </LinkButton>
  );
  const { stages } = pools.data ?? {};
  const total = stages && stages.funding + stages.making + stages.delivered;
  return (
    <section aria-labelledby="creator-pools">
      <h2 id="creator-pools" className="mb-4">{t`Tip pools`}</h2>
      {stages && total ? (
        <div className="mb-5">
          <LinkTabs
            label={t`Tip pools by state`}
            tabs={[
              {
                to: hrefOf(undefined),
                label: t({ message: 'All', context: 'pools in all states' }),
                count: total,
                current: !stage,
              },
              ...poolStages.map((of) => ({
                to: hrefOf(of),
                label: textOf(stageWords[of]),
                count: stages[of],
                current: stage === of,
              })),
            ]}
          />
        </div>
      ) : null}
      <Loaded
        of={pools}
        loading={<PoolGridSkeleton count={3} />}
        failed={t`We couldn’t load the tip pools`}
        empty={({ pagination }) =>
          pagination.totalCount === 0 &&
          (total ? (
            <EmptyState
              title={t`No pools here right now`}
            >{t`None of the pools for ${{ name }} are at this stage.`}</EmptyState>
          ) : (
            <EmptyState
              title={t`No pools for ${{ name }} yet`}
              actions={start}
            >{t`Start a tip pool: say what you’d love them to make and what fans would pay for it.`}</EmptyState>
          ))
        }
      >
        {({ pools: found, pagination }) => (
          <div aria-busy={pools.isPlaceholderData || undefined}>
            <PoolGrid pools={found} eager={3} />
            <div className="mt-8">
              <Pagination {...pagination} hrefOf={(number) => hrefOf(stage, number)} from={pagination.pageSize} />
            </div>
          </div>
        )}
      </Loaded>
    </section>
  );
}

/** For an owner by a code, until an admin has decided. */
function UnderReview() {
  return (
    <div className="notice mb-8" role="note">
      <ShieldCheck aria-hidden="true" />
      <p>{t`An admin reviews your claim. Until then, your page shows the link that you claimed it with instead of a check mark, and you can’t answer pools that fans opened before.`}</p>
    </div>
  );
}

export function Component() {
  const { username } = useParams();
  const profile = useData(creatorOf(username));
  const { brandName } = useSite();
  return (
    <>
      <div className="mb-3">
        <BackLink fallback={paths.creators} />
      </div>
      <Loaded of={profile} loading={<CreatorHeaderSkeleton />} failed={t`We couldn’t load this creator`}>
        {(data) => (
          <>
            <CreatorHeader profile={data}>
              {data.isOwner ? (
                <LinkButton
                  to={`${paths.dashboard}?view=page`}
                  icon={<Pencil aria-hidden="true" />}
                >{t`Edit page`}</LinkButton>
              ) : null}
              <LinkButton to={startPath(data.username)} variant="primary" icon={<CirclePlus aria-hidden="true" />}>
                <RichText
                  text={msg`Start a pool<more> for ${{ name: data.displayName }}</more>`}
                  tags={{ more: (text) => <span className="sr-only">{text}</span> }}
                />
              </LinkButton>
              <ShareButton
                title={t`${{ name: data.displayName }} on ${{ brand: brandName }}`}
                path={creatorPath(data.username)}
                image={creatorShareImage(data.username)}
              />
            </CreatorHeader>
            {data.isOwner && data.status === 'claimed' ? <UnderReview /> : null}
            {data.ownerId ? <TrackRecordPanel username={data.username} /> : null}
            {data.requestTerms ? (
              <div className="mb-8 max-w-text empty:hidden">
                <RequestTermsNote
                  name={data.displayName}
                  terms={data.requestTerms}
                  title={t`Before you start a pool`}
                />
              </div>
            ) : null}
            <IsThisYou profile={data} />
            <CreatorGallery profile={data} />
            <CreatorPools username={data.username} name={data.displayName} />
            {data.isOwner ? null : (
              <p className="mt-8">
                <ReportButton kind="profile" id={data.id} name={data.username} small />
              </p>
            )}
            {data.adult ? <AgeGate active onRefuse={() => navigate(paths.creators)} /> : null}
          </>
        )}
      </Loaded>
    </>
  );
}
