import { limits } from '#contract/limits.ts';
import { paths, registerPath } from '#contract/paths.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { CreatorStrip, popularCreators } from '#web/landing/creator-strip.tsx';
import { HowItWorks, WhatIsCharged, WhyChoose } from '#web/landing/landing-story.tsx';
import { LandingLinks, LandingTop } from '#web/landing/landing-top.tsx';
import { highlightedPools, popularNow } from '#web/pools/feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from '#web/pools/pool-grid.tsx';
import { BareShell } from '#web/shell/bare-shell.tsx';
import { SiteFooter } from '#web/shell/site-footer.tsx';
import { ThemeToggle } from '#web/shell/theme-toggle.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { DeferredHydration } from '#web/ui/deferred-hydration.tsx';
import { Loaded } from '#web/ui/loading-states.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Ask together, pay only if it happens',
    description: `${site.brandName}: fans pool pledges for something they want a creator to make. No card is charged until the goal is met and the creator accepts.`,
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
    <section aria-labelledby="highlighted-pools" className="landing-part">
      <h2 id="highlighted-pools">Highlighted pools</h2>
      {data ? (
        <PoolGrid pools={data.pools.slice(0, limits.highlightedOnLanding)} fill />
      ) : (
        <PoolGridSkeleton count={3} />
      )}
    </section>
  );
}

/** The most popular pools that are not highlighted above. */
function FillingPools() {
  const above = useData(highlightedPools).data?.pools.slice(0, limits.highlightedOnLanding) ?? [];
  const popular = useData(popularNow);
  const pools = popular.data?.pools.filter(({ id }) => !above.some((pool) => pool.id === id)).slice(0, 6) ?? [];
  if (popular.data && pools.length === 0) return null;
  return (
    <section aria-labelledby="filling-pools" className="landing-part">
      <h2 id="filling-pools">Filling up now</h2>
      <Loaded of={popular} loading={<PoolGridSkeleton count={6} />} failed="Failed to fetch pools">
        {() => <PoolGrid pools={pools} fill />}
      </Loaded>
      <p className="landing-more">
        <LinkButton to={paths.feed}>See all pools</LinkButton>
      </p>
    </section>
  );
}

/** The landing page for visitors: what the product does, popular pools and creators. */
export function Component() {
  const poolCount = useData(popularNow).data?.pagination.totalCount ?? 0;
  return (
    <BareShell
      aside={<LandingLinks />}
      footer={
        <DeferredHydration>
          <SiteFooter>
            <div className="-ml-2.5">
              <ThemeToggle />
            </div>
          </SiteFooter>
        </DeferredHydration>
      }
    >
      <div className="landing">
        <LandingTop poolCount={poolCount} />
        <HighlightedPools />
        <DeferredHydration>
          <HowItWorks />
          <WhatIsCharged />
          <CreatorStrip />
          <FillingPools />
          <WhyChoose />
        </DeferredHydration>
        <section aria-labelledby="landing-end" className="landing-end">
          <h2 id="landing-end">What would you ask for?</h2>
          <LinkButton
            to={registerPath(paths.createPool)}
            variant="primary"
            size="lg"
            onClick={() => saveOriginalPage(paths.createPool)}
          >
            Start a pool
          </LinkButton>
        </section>
      </div>
    </BareShell>
  );
}
