import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths, registerPath } from '#contract/paths.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { LandingPart } from '#web/landing/landing-part.tsx';
import { LandingLinks, LandingTop } from '#web/landing/landing-top.tsx';
import { popularCreators } from '#web/landing/popular-creators.ts';
import { highlightedPools, popularNow } from '#web/pools/feed-queries.ts';
import { BareShell } from '#web/shell/bare-shell.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { DeferredHydration } from '#web/ui/hydration/deferred-hydration.tsx';
import { lateComponent } from '#web/ui/hydration/late-component.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';

// Below the first screen.
const LandingStory = lateComponent(() =>
  import('#web/landing/landing-story.tsx').then((module) => module.LandingStory),
);
const WhyChoose = lateComponent(() => import('#web/landing/landing-story.tsx').then((module) => module.WhyChoose));
const CreatorStrip = lateComponent(() =>
  import('#web/landing/creator-strip.tsx').then((module) => module.CreatorStrip),
);
const PoolGrid = lateComponent(() => import('#web/pools/pool-grid.tsx').then((module) => module.PoolGrid));
const LandingFooter = lateComponent(() =>
  import('#web/shell/landing-footer.tsx').then((module) => module.LandingFooter),
);

export const page = definePage({
  head: ({ site }) => ({
    title: t`Ask together, pay only if it happens`,
    description: t`${{ brand: site.brandName }}: fans pool pledges for something they want a creator to make. No card is charged until the goal is met and the creator accepts.`,
    canonical: '/',
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site.brandName,
      url: site.publicUrl,
    },
  }),
  queries: () => [highlightedPools, popularNow, popularCreators],
});

function HighlightedPools() {
  const { data, error } = useData(highlightedPools);
  if (error || data?.pools.length === 0) return null;
  return (
    <LandingPart id="highlighted-pools" title={t`Highlighted pools`}>
      {data ? (
        <PoolGrid pools={data.pools.slice(0, limits.highlightedOnLanding)} fill />
      ) : (
        <Skeleton className="h-80" />
      )}
    </LandingPart>
  );
}

/** The most popular pools that are not highlighted above. */
function FillingPools() {
  const above = useData(highlightedPools).data?.pools.slice(0, limits.highlightedOnLanding) ?? [];
  const popular = useData(popularNow);
  const pools = popular.data?.pools.filter(({ id }) => !above.some((pool) => pool.id === id)).slice(0, 6) ?? [];
  if (popular.data && pools.length === 0) return null;
  return (
    <LandingPart id="filling-pools" title={t`Filling up now`}>
      <Loaded of={popular} loading={<Skeleton className="h-80" />} failed={t`Failed to fetch pools`}>
        {() => <PoolGrid pools={pools} fill />}
      </Loaded>
      <p className="mt-5 text-center">
        <LinkButton to={paths.feed}>{t`See all pools`}</LinkButton>
      </p>
    </LandingPart>
  );
}

/** The landing page for visitors: what the product does, popular pools and creators. */
export function Component() {
  const poolCount = useData(popularNow).data?.pagination.totalCount ?? 0;
  return (
    <BareShell aside={<LandingLinks />} footer={<LandingFooter />}>
      <div className="mx-auto w-full max-w-295">
        <LandingTop poolCount={poolCount} />
        <HighlightedPools />
        <DeferredHydration>
          <LandingStory />
          <CreatorStrip />
          <FillingPools />
          <WhyChoose />
        </DeferredHydration>
        <section
          aria-labelledby="landing-end"
          className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-2xl bg-accent-wash p-8"
        >
          <h2 id="landing-end" className="text-3xl">{t`What would you ask for?`}</h2>
          <LinkButton
            to={registerPath(paths.createPool)}
            variant="primary"
            size="lg"
            onClick={() => saveOriginalPage(paths.createPool)}
          >{t`Start a pool`}</LinkButton>
        </section>
      </div>
    </BareShell>
  );
}
