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
    description: `Fans on ${site.brandName} tell you what they want and fund it first. You choose, set the date, deliver and get paid.`,
    canonical: paths.forCreators,
  }),
  queries: siteRulesQueries,
});

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'funded',
    title: 'Requests that are already funded',
    body: (
      <p>
        You’re asked once a pool has reached its goal with real, verified pledges. No haggling, no invoices, no audience
        to build first. Decline as often as you like, without giving a reason and without penalty.
      </p>
    ),
  },
  {
    id: 'terms',
    title: 'Your terms',
    body: (
      <ul>
        <li>You set the delivery date: {rules.deliveryDays} from the day the money is collected.</li>
        <li>You set the minimum you’ll accept. If cards fail and less comes in, you decide again.</li>
        <li>You see your share, after the fee and card costs, before you accept.</li>
        <li>You keep the rights to what you make.</li>
      </ul>
    ),
  },
  {
    id: 'paid',
    title: 'How you get paid',
    body: (
      <>
        <p>
          Every card is charged before you start, and the money is held for your pool. {rules.quiet} after you deliver,
          we release it and send it to your payout account. For example:
        </p>
        <ArticleTable
          label="Example payout for a $600 pool"
          head={['Example', 'Amount']}
          rows={[
            ['38 fans pay', '$600.00'],
            [`Platform fee (${rules.fee})`, `−$${((600 * Number.parseFloat(rules.fee)) / 100).toFixed(2)}`],
            ['Card costs (2.9% + 30¢ per charge)', '−$28.80'],
            ['You get', `$${(600 - 28.8 - (600 * Number.parseFloat(rules.fee)) / 100).toFixed(2)}`],
          ]}
        />
        <p>No monthly price, no listing fee, and no charge for pools that don’t get funded.</p>
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
            <Link to={paths.becomeCreator}>Apply</Link> with your name, where you publish, and a link that proves it’s
            you. It takes five minutes.
          </li>
          <li>An admin reviews your application. If fans have already added your profile, it becomes yours.</li>
          <li>Set up payouts, respond to pools that ask for you, and claim pools that are open to any creator.</li>
        </ol>
        <p>
          Did fans add you without asking? Claim your profile, or have it removed in one step. A removed profile can’t
          be added again.
        </p>
      </>
    ),
  },
  {
    id: 'promise',
    title: 'What fans expect from you',
    body: (
      <p>
        When you accept a pool, you deliver it by your date. If you can’t, give the pool up and everyone is refunded.
        That’s better than delivering late. The details are in the{' '}
        <Link to={paths.creatorAgreement}>Creator Agreement</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="For creators"
      hues={[150, 262]}
      lead={() => <p>Your fans tell you what they’d pay for, and fund it first. You decide.</p>}
      sections={sections}
      after={<NextSteps first="apply" />}
    />
  );
}
