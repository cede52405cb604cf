import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Delivered, Joining, Wish } from '#web/landing/drawings.tsx';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`How it works`,
    description: t`How a tip pool on ${{ brand: site.brandName }} goes from an idea to delivered content, and what happens to your money at each step.`,
    canonical: paths.howItWorks,
  }),
  queries: siteRulesQueries,
});

/** The landing page’s drawings, beside the step that they show. */
const drawing = 'mt-4 max-w-105 overflow-hidden rounded-xl text-base leading-normal';

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'idea',
    title: t`A fan has an idea`,
    body: (
      <>
        <p>{t`A fan describes what they want made and who should make it. They set a goal between ${{ minGoal: rules.minGoal }} and ${{ maxGoal: rules.maxGoal }} and a deadline of ${{ upToSomeDays: rules.upToMaxFunding }}. This is a tip pool. It can ask one creator, who doesn’t have to be on ${{ brand: rules.brand }} yet, or any creator who’d like to do it.`}</p>
        <Wish className={drawing} />
      </>
    ),
  },
  {
    id: 'share',
    title: t`Fans fill the pool`,
    body: (
      <>
        <p>{t`Everyone who wants it too pledges what it’s worth to them, starting at ${{ minPledge: rules.minPledge }}. We check and save each card but don’t charge it. Only pledges with a verified card count, so the meter you see is real.`}</p>
        <p>{t`Until we start charging cards, fans can change or withdraw their pledges in two clicks, for any reason.`}</p>
        <Joining className={drawing} />
      </>
    ),
  },
  {
    id: 'yes',
    title: t`The creator accepts or declines`,
    body: (
      <p>{t`Once the goal is met, the creator has ${{ time: rules.response }} to answer. Creators who accept set a delivery date and the minimum they’ll accept. These terms are frozen, and everyone can see them. If the creator declines or doesn’t answer, every card is released and no one pays anything.`}</p>
    ),
  },
  {
    id: 'delivery',
    title: t`The creator delivers`,
    body: (
      <>
        <p>
          {rules.reviewed
            ? t`Each card is now charged once, and the money is held for this pool. The creator makes the content and delivers it; we check that it is what the pool asked for. Everyone who paid gets access and has ${{ time: rules.quiet }} to object. After that, the creator is paid.`
            : t`Each card is now charged once, and the money is held for this pool. The creator makes the content and delivers it. Everyone who paid gets access and has ${{ time: rules.quiet }} to object. After that, the creator is paid.`}
        </p>
        <Delivered className={drawing} />
      </>
    ),
  },
  {
    id: 'money',
    title: t`Your money, step by step`,
    body: (
      <ArticleTable
        label={t`What happens to your money`}
        head={[t`When`, t`Your card`, t`What that means`]}
        rows={[
          [t`You pledge`, t`Checked and saved, $0 charged`, t`Withdraw at any time`],
          [t`The deadline passes before the goal is met`, t`$0 charged`, t`Every card is released`],
          [t`The goal is met, the creator is asked`, t`$0 charged`, t`You can still withdraw`],
          [t`The creator declines or doesn’t answer`, t`$0 charged`, t`Every card is released`],
          [t`The goal is met and the creator accepts`, t`Charged once, for what you pledged`, t`Held for this pool`],
          [
            t`The creator accepts the amount pledged so far`,
            t`Charged once, for what you pledged`,
            t`Held for this pool`,
          ],
          [
            t`Nothing is delivered in time`,
            t`Refunded in full`,
            t`Automatic, ${{ someDaysAfter: rules.afterGrace }} the delivery date`,
          ],
          [t`The creator delivers`, t`You have access`, t`You can object ${{ forSomeDays: rules.forQuiet }}`],
          [t`The pool is completed`, t`The creator is paid`, t`Less ${{ fee: rules.fee }} and card costs`],
        ]}
      />
    ),
  },
  {
    id: 'cost',
    title: t`What it costs`,
    body: (
      <p>
        <RichText
          text={msg`Fans pay what they pledged and nothing more. When a pool is completed, we deduct ${{ fee: rules.fee }} and the actual card costs from the creator’s share. A pool that doesn’t get funded costs nothing. Read more in the <link>FAQ</link>.`}
          tags={{ link: (text) => <Link to={paths.faq}>{text}</Link> }}
        />
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`How it works`}
      art={{ seed: 'how-it-works', hues: [80, 325] }}
      lead={({ brand }) => (
        <p>{t`On ${{ brand }}, fans ask together and pay only if it happens. Here’s how it works, from idea to delivery.`}</p>
      )}
      sections={sections}
      after={<NextSteps first="browse" />}
    />
  );
}
