import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'For fans',
    description: `Get what you wish for made: start or join a tip pool on ${site.brandName}, pledge without risk, and get access when it is delivered.`,
    canonical: paths.forFans,
  }),
  queries: siteRulesQueries,
});

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'ask',
    title: 'Ask for what does not exist yet',
    body: (
      <>
        <p>
          The song they never recorded. A lesson about the one trick you cannot work out. A dare. Alone you would hardly
          get it; together you can make it worth a creator’s while.
        </p>
        <p>
          Good pools are short and exact: what, how long, in which form, and what you may do with it. Name a goal that
          respects the work. If you do not know what it is worth, look at <Link to={paths.feed}>pools like it</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'pledge',
    title: 'Pledge without risk',
    body: (
      <ul>
        <li>From {house.minPledge}. Your card is checked when you pledge and charged only after goal and yes.</li>
        <li>Change your mind, up or down or out, until collecting begins.</li>
        <li>Nothing on top: what you pledge is what you pay.</li>
        <li>Pledge anonymously if you like: other fans then see “Anonymous”, and so does the creator.</li>
        <li>Your bank may want you to confirm the charge. You then have {house.payment}; we remind you.</li>
      </ul>
    ),
  },
  {
    id: 'any-creator',
    title: 'Ask anybody, even if they are not here',
    body: (
      <p>
        You can add a creator who is not on {house.brand} yet. Their profile says that fans added it. A pool with a met
        goal is the best invitation there is; they can claim the profile and answer, or have it removed.
      </p>
    ),
  },
  {
    id: 'get',
    title: 'Get it, or get your money back',
    body: (
      <p>
        When it is delivered, everyone who paid can watch, listen, read or download it on the pool’s page. If it is not
        what was asked for, say so within {house.quiet}. If nothing comes, you are paid back in full {house.grace} after
        the stated date, without asking anyone.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="For fans"
      hues={[350, 310]}
      lead={() => <p>You know what you would love to see made. Find the others, and make it happen.</p>}
      sections={sections}
      after={<NextSteps first="create" />}
    />
  );
}
