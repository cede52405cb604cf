import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'About us',
    description: `Why ${site.brandName} exists, the three rules it is built on, and who runs it.`,
    canonical: paths.aboutUs,
  }),
  queries: siteRulesQueries,
});

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'why',
    title: `Why there is ${house.brand}`,
    body: (
      <>
        <p>
          A thousand people would love the same thing to be made, and none of them can say so in a way that counts. The
          creator who could make it guesses what people want, and hopes that somebody pays afterwards.
        </p>
        <p>
          {house.brand} turns this around. Fans say what they want, put their pledges together, and the creator hears of
          it when it is worth a yes. A fanfare announces that something is about to happen; this one is played by many.
        </p>
      </>
    ),
  },
  {
    id: 'rules',
    title: 'Three rules',
    body: (
      <ol>
        <li>
          <b>Nobody pays for a promise that was not kept.</b> No charge before the goal is met and the creator has said
          yes. No payout before it is delivered. What is not delivered is paid back by itself.
        </li>
        <li>
          <b>A total is real.</b> Only pledges with a verified card count. The meter also shows when a card fails.
        </li>
        <li>
          <b>Other people’s money is provably separate.</b> Every cent stands in books that are only added to and always
          come out at zero.
        </li>
      </ol>
    ),
  },
  {
    id: 'living',
    title: 'What we live on',
    body: (
      <p>
        {house.fee} of pools that were delivered, from the creator’s side. No advertisements, no trackers, no sale of
        data, no fee for trying. We earn when something was made, and not before.
      </p>
    ),
  },
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <>
        <OperatorLines house={house} />
        <p>
          Questions, ideas, complaints? <Link to={paths.contactUs}>Write to us</Link>; a person reads it.
        </p>
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="About us"
      hues={[60, 300]}
      lead={() => <p>Good things get made when people ask for them together.</p>}
      sections={sections}
      after={<NextSteps first="browse" />}
    />
  );
}
