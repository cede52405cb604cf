import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`For fans`,
    description: t`Get what you wish for made: start or join a tip pool on ${{ brand: site.brandName }}, pledge without risk, and get access on delivery.`,
    canonical: paths.forFans,
  }),
  queries: siteRulesQueries,
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'ask',
    title: t`Ask for something that doesn’t exist yet`,
    body: (
      <>
        <p>{t`The song they never recorded. A lesson on the one trick you can’t figure out. A dare. You couldn’t get it on your own, but together you can make it worth a creator’s while.`}</p>
        <p>
          <RichText
            text={msg`Good pools are short and specific: what you want, how long it should be, in which format, and what fans may do with it. Set a goal that respects the work. If you don’t know what it’s worth, look at <link>similar pools</link>.`}
            tags={{ link: (text) => <Link to={paths.feed}>{text}</Link> }}
          />
        </p>
      </>
    ),
  },
  {
    id: 'pledge',
    title: t`Pledge without risk`,
    body: (
      <ul>
        <li>{t`Pledge ${{ minPledge: rules.minPledge }} or more. We check your card when you pledge and charge it only if the goal is met and the creator accepts.`}</li>
        <li>{t`Raise, lower or withdraw your pledge until we start charging cards.`}</li>
        <li>{t`You pay exactly what you pledged. There are no extra fees.`}</li>
        <li>{t`Pledge anonymously if you like. Other fans and the creator then see “Anonymous”.`}</li>
        <li>{t`Your bank may ask you to confirm the charge. You then have ${{ time: rules.payment }}, and we’ll remind you.`}</li>
      </ul>
    ),
  },
  {
    id: 'any-creator',
    title: t`Ask any creator, even one who isn’t here yet`,
    body: (
      <p>{t`You can add a creator who isn’t on ${{ brand: rules.brand }} yet. Their profile says that fans added it. A pool that has met its goal is the best invitation there is: the creator can claim the profile and answer, or have it removed.`}</p>
    ),
  },
  {
    id: 'get',
    title: t`Get it, or get your money back`,
    body: (
      <p>{t`After delivery, everyone who paid can watch, listen to, read or download the content on the pool’s page. If it isn’t what the pool asked for, object ${{ withinSomeDays: rules.withinQuiet }}. If nothing is delivered, you’re refunded in full ${{ someDaysAfter: rules.afterGrace }} the delivery date. You don’t have to ask.`}</p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`For fans`}
      art={{ seed: 'for-fans', hues: [350, 310] }}
      lead={() => <p>{t`You know what you’d love to see made. Find others who want it too, and make it happen.`}</p>}
      sections={sections}
      after={<NextSteps first="create" />}
    />
  );
}
