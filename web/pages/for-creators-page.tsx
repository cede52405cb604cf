import { msg, plural, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatDeduction, formatMoneyExact, percentOf } from '#contract/values/money.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`For creators`,
    description: t`Fans on ${{ brand: site.brandName }} tell you what they want and fund it first. You choose, set the date, deliver and get paid.`,
    canonical: paths.forCreators,
  }),
  queries: siteRulesQueries,
});

const example = { paidCents: 600_00, cardCents: 28_80 };
const feeOf = ({ feePercent }: SiteRules) => percentOf(example.paidCents, feePercent);

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'funded',
    title: t`Requests that are already funded`,
    body: (
      <p>{t`You’re asked once a pool has reached its goal with real, verified pledges. No haggling, no invoices, no audience to build first. Decline as often as you like, without giving a reason and without penalty.`}</p>
    ),
  },
  {
    id: 'terms',
    title: t`Your terms`,
    body: (
      <ul>
        <li>{t`You set the delivery date: ${{ shortest: rules.deliveryDays.shortest }} to ${plural({ longest: rules.deliveryDays.longest }, { other: '# days' })} from the day the money is collected.`}</li>
        <li>{t`You set the minimum you’ll accept. If cards fail and less comes in, you decide again.`}</li>
        <li>{t`You see your share, after the fee and card costs, before you accept.`}</li>
        <li>{t`You keep the rights to what you make.`}</li>
      </ul>
    ),
  },
  {
    id: 'paid',
    title: t`How you get paid`,
    body: (
      <>
        <p>{t`Every card is charged before you start, and the money is held for your pool. ${{ someDaysAfter: rules.afterQuiet }} you deliver, we release it and send it to your payout account. For example:`}</p>
        <ArticleTable
          label={t`Example payout for a $600 pool`}
          head={[t`Example`, t`Amount`]}
          rows={[
            [t`38 fans pay`, formatMoneyExact(example.paidCents)],
            [t`Platform fee (${{ fee: rules.fee }})`, formatDeduction(feeOf(rules))],
            [t`Card costs (2.9% + 30¢ per charge)`, formatDeduction(example.cardCents)],
            [t`You get`, formatMoneyExact(example.paidCents - example.cardCents - feeOf(rules))],
          ]}
        />
        <p>{t`No monthly price, no listing fee, and no charge for pools that don’t get funded.`}</p>
      </>
    ),
  },
  {
    id: 'start',
    title: t`How to start`,
    body: (
      <>
        <ol>
          <li>
            <RichText
              text={msg`<link>Apply</link> with your name, where you publish, and a link that proves it’s you. It takes five minutes.`}
              tags={{ link: (text) => <Link to={paths.becomeCreator}>{text}</Link> }}
            />
          </li>
          <li>{t`An admin reviews your application. If fans have already added your profile, it becomes yours.`}</li>
          <li>{t`Set up payouts, respond to pools that ask for you, and claim pools that are open to any creator.`}</li>
        </ol>
        <p>{t`Did fans add you without asking? Claim your profile, or have it removed in one step. A removed profile can’t be added again.`}</p>
      </>
    ),
  },
  {
    id: 'promise',
    title: t`What fans expect from you`,
    body: (
      <p>
        <RichText
          text={msg`When you accept a pool, you deliver it by your date. If you can’t, give the pool up and everyone is refunded. That’s better than delivering late. The details are in the <link>Creator Agreement</link>.`}
          tags={{ link: (text) => <Link to={paths.creatorAgreement}>{text}</Link> }}
        />
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`For creators`}
      art={{ seed: 'for-creators', hues: [150, 262] }}
      lead={() => <p>{t`Your fans tell you what they’d pay for, and fund it first. You decide.`}</p>}
      sections={sections}
      after={<NextSteps first="apply" />}
    />
  );
}
