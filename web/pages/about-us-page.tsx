import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`About us`,
    description: t`Why ${{ brand: site.brandName }} exists, its three rules, and who runs it.`,
    canonical: paths.aboutUs,
  }),
  queries: siteRulesQueries,
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'why',
    title: t`Why we built ${{ brand: rules.brand }}`,
    body: (
      <>
        <p>{t`A thousand fans may want the same thing made, but none of them can say so in a way that counts. The creator who could make it has to guess what people want and hope they pay for it later.`}</p>
        <p>
          {t`${{ brand: rules.brand }} turns this around. Fans say what they want and pool their pledges, and the creator gets the request once it’s worth accepting.`}
        </p>
      </>
    ),
  },
  {
    id: 'rules',
    title: t`Three rules`,
    body: (
      <ol>
        <li>
          <RichText
            text={msg`<b>No one pays for a broken promise.</b> No card is charged before the goal is met and the creator accepts. No creator is paid before they deliver. If nothing is delivered, fans are refunded automatically.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </li>
        <li>
          <RichText
            text={msg`<b>Totals are real.</b> Only pledges with a verified card count, and the meter shows it when a card fails.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </li>
        <li>
          <RichText
            text={msg`<b>Your money is provably separate from ours.</b> Every cent is recorded in an append-only double-entry ledger that always balances to zero, and <link>you can check it yourself</link>.`}
            tags={{ b: (text) => <b>{text}</b>, link: (text) => <Link to={paths.transparency}>{text}</Link> }}
          />
        </li>
      </ol>
    ),
  },
  {
    id: 'living',
    title: t`How we make money`,
    body: (
      <p>{t`We keep ${{ fee: rules.fee }} of each completed pool, deducted from the creator’s share. No ads, no trackers, no selling data, and no fee for pools that don’t get funded. We earn only after something is delivered.`}</p>
    ),
  },
  {
    id: 'who',
    title: t`Who we are`,
    body: (
      <>
        <OperatorLines rules={rules} />
        <p>
          <RichText
            text={msg`Questions, ideas, complaints? <link>Write to us</link>; a real person reads every message.`}
            tags={{ link: (text) => <Link to={paths.contactUs}>{text}</Link> }}
          />
        </p>
      </>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`About us`}
      art={{ seed: 'about-us', hues: [60, 300] }}
      lead={() => <p>{t`Good things get made when people ask for them together.`}</p>}
      sections={sections}
      after={<NextSteps first="browse" />}
    />
  );
}
