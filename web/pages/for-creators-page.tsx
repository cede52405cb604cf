import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'For creators',
    description: `Fans on ${site.brandName} tell you what they want and put the money in first. You choose, set the date, deliver and are paid.`,
    canonical: paths.forCreators,
  }),
  queries: siteRulesQueries,
});

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'funded',
    title: 'Requests that come with the money',
    body: (
      <p>
        You are asked only once a pool has reached its goal, with real, verified pledges. No messages to haggle over, no
        invoices, no audience to build first. Decline as often as you like, without a reason and without a mark.
      </p>
    ),
  },
  {
    id: 'terms',
    title: 'Your terms',
    body: (
      <ul>
        <li>You state the delivery date: {house.deliveryDays} from the day the money is collected.</li>
        <li>You state the least you do it for. If cards fail and less comes in, the decision is yours again.</li>
        <li>You see your share, after fee and card costs, before you say yes.</li>
        <li>What you make stays yours.</li>
      </ul>
    ),
  },
  {
    id: 'paid',
    title: 'How you are paid',
    body: (
      <>
        <p>
          Every card is charged before you begin, and the money is held for your pool. {house.quiet} after you
          delivered, it is released and paid out to your account. An example:
        </p>
        <ArticleTable
          label="An example of a pool of $600"
          head={['Example', 'Amount']}
          rows={[
            ['38 fans pay', '$600.00'],
            [`Fee of ${house.fee}`, `−$${((600 * Number.parseFloat(house.fee)) / 100).toFixed(2)}`],
            ['Card costs, at 2.9% + 30¢ a charge', '−$28.80'],
            ['To you', `$${(600 - 28.8 - (600 * Number.parseFloat(house.fee)) / 100).toFixed(2)}`],
          ]}
        />
        <p>No monthly price, no fee for listing, none for pools that do not happen.</p>
      </>
    ),
  },
  {
    id: 'start',
    title: 'How to start',
    body: (
      <>
        <ol>
          <li>
            <Link to={paths.becomeCreator}>Apply</Link> with your name, where you publish, and a link that proves it is
            you. It takes five minutes.
          </li>
          <li>An admin looks at it. If fans have added a profile of you already, it becomes yours.</li>
          <li>Set up payouts, look at the pools that wait for you, and claim others that ask for anybody.</li>
        </ol>
        <p>
          Are you here without having asked for it? Claim the profile, or have it removed in one step; it cannot be
          added again then.
        </p>
      </>
    ),
  },
  {
    id: 'promise',
    title: 'What fans may expect of you',
    body: (
      <p>
        What you accept, you deliver by your date. If you cannot, give the pool up and everybody is paid back; honest is
        better than late. The details are in the <Link to={paths.creatorAgreement}>Creator Agreement</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="For creators"
      hues={[150, 262]}
      lead={() => <p>Your fans tell you what they would pay for, and put it in first. You decide.</p>}
      sections={sections}
      after={<NextSteps first="apply" />}
    />
  );
}
