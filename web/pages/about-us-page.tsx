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
    description: `Why ${site.brandName} exists, its three rules, and who runs it.`,
    canonical: paths.aboutUs,
  }),
  queries: siteRulesQueries,
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'why',
    title: `Why we built ${rules.brand}`,
    body: (
      <>
        <p>
          A thousand fans may want the same thing made, but none of them can say so in a way that counts. The creator
          who could make it has to guess what people want and hope they pay for it later.
        </p>
        <p>
          {rules.brand} turns this around. Fans say what they want and pool their pledges, and the creator gets the
          request once it’s worth accepting.
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
          <b>No one pays for a broken promise.</b> No card is charged before the goal is met and the creator accepts. No
          creator is paid before they deliver. If nothing is delivered, fans are refunded automatically.
        </li>
        <li>
          <b>Totals are real.</b> Only pledges with a verified card count, and the meter shows it when a card fails.
        </li>
        <li>
          <b>Your money is provably separate from ours.</b> Every cent is recorded in an append-only double-entry ledger
          that always balances to zero, and <Link to={paths.transparency}>you can check it yourself</Link>.
        </li>
      </ol>
    ),
  },
  {
    id: 'living',
    title: 'How we make money',
    body: (
      <p>
        We keep {rules.fee} of each completed pool, deducted from the creator’s share. No ads, no trackers, no selling
        data, and no fee for pools that don’t get funded. We earn only after something is delivered.
      </p>
    ),
  },
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <>
        <OperatorLines rules={rules} />
        <p>
          Questions, ideas, complaints? <Link to={paths.contactUs}>Write to us</Link>; a real person reads every
          message.
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
