import { limits } from '#contract/limits.ts';
import { paths, registerPath, signInPath } from '#contract/paths.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite } from '#web/data/session.ts';
import { HowItWorks, WhatIsCharged, WhyChoose } from '#web/landing/landing-story.tsx';
import { LandingLinks, LandingTop } from '#web/landing/landing-top.tsx';
import { feedPage, highlightedPools } from '#web/pools/feed-queries.ts';
import { PoolFeed } from '#web/pools/pool-feed.tsx';
import { PoolGrid } from '#web/pools/pool-grid.tsx';
import { BareShell } from '#web/shell/bare-shell.tsx';
import { ThemeToggle } from '#web/shell/theme-toggle.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Ask together, pay only if it happens',
    description: `${site.brandName}: fans pool pledges for something they want a creator to make. No card is charged until the goal is met and the creator says yes.`,
    canonical: '/',
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: site.brandName,
      url: site.publicUrl,
    },
  }),
  queries: () => [feedPage(1), highlightedPools],
});

function HighlightedPools() {
  const pools = useData(highlightedPools).data?.pools.slice(0, limits.highlightedOnLanding) ?? [];
  if (pools.length === 0) return null;
  return (
    <section aria-labelledby="highlighted-pools" className="landing-part">
      <h2 id="highlighted-pools">Highlighted pools</h2>
      <PoolGrid pools={pools} fill />
    </section>
  );
}

function Footer() {
  const { brandName, testCards } = useSite();
  const save = () => saveOriginalPage('/');
  const link = 'inline-flex min-h-11 items-center';
  return (
    <footer className="landing-foot">
      <p className="text-muted">
        {brandName}
        {testCards ? ' · Test mode: no real money moves' : ''}
      </p>
      <nav aria-label="Footer" className="flex flex-wrap items-center gap-x-6">
        <TextLink to={paths.feed} className={link}>
          Browse pools
        </TextLink>
        <TextLink to={paths.becomeCreator} className={link} onClick={save}>
          Become a Creator
        </TextLink>
        <TextLink to={signInPath('/')} className={link} onClick={save}>
          Sign In
        </TextLink>
        <span>
          <ThemeToggle />
        </span>
      </nav>
    </footer>
  );
}

/** The start for visitors: what this is, then the pools themselves. */
export function Component() {
  return (
    <BareShell aside={<LandingLinks />}>
      <div className="landing">
        <LandingTop />
        <HighlightedPools />
        <HowItWorks />
        <WhatIsCharged />
        <div className="landing-part">
          <PoolFeed page={1} basePath={paths.feed} />
        </div>
        <WhyChoose />
        <section className="landing-end">
          <h2>What would you ask for?</h2>
          <LinkButton
            to={registerPath(paths.createPool)}
            variant="primary"
            size="lg"
            onClick={() => saveOriginalPage(paths.createPool)}
          >
            Start a pool
          </LinkButton>
        </section>
        <Footer />
      </div>
    </BareShell>
  );
}
