import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Delivered, Joining, Wish } from '#web/landing/drawings.tsx';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { NextSteps } from '#web/operator/next-steps.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'How it works',
    description: `How a tip pool on ${site.brandName} goes from an idea to delivered content, and what happens to your money at each step.`,
    canonical: paths.howItWorks,
  }),
  queries: siteRulesQueries,
});

/** The landing page’s drawings, beside the step that they show. */
const drawing = 'mt-4 max-w-105 overflow-hidden rounded-xl text-base leading-normal';

const sections = (rules: SiteRules): readonly Section[] => [
  {
    id: 'idea',
    title: 'A fan has an idea',
    body: (
      <>
        <p>
          A fan describes what they want made and who should make it. They set a goal between {rules.minGoal} and{' '}
          {rules.maxGoal} and a deadline of up to {rules.maxFunding}. This is a tip pool. It can ask one creator, who
          doesn’t have to be on {rules.brand} yet, or any creator who’d like to do it.
        </p>
        <Wish className={drawing} />
      </>
    ),
  },
  {
    id: 'share',
    title: 'Fans fill the pool',
    body: (
      <>
        <p>
          Everyone who wants it too pledges what it’s worth to them, starting at {rules.minPledge}. We check and save
          each card but don’t charge it. Only pledges with a verified card count, so the meter you see is real.
        </p>
        <p>Until we start charging cards, fans can change or withdraw their pledges in two clicks, for any reason.</p>
        <Joining className={drawing} />
      </>
    ),
  },
  {
    id: 'yes',
    title: 'The creator accepts or declines',
    body: (
      <p>
        Once the goal is met, the creator has {rules.response} to answer. Creators who accept set a delivery date and
        the minimum they’ll accept. These terms are frozen, and everyone can see them. If the creator declines or
        doesn’t answer, every card is released and no one pays anything.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'The creator delivers',
    body: (
      <>
        <p>
          Each card is now charged once, and the money is held for this pool. The creator makes the content and delivers
          it{rules.reviewed ? <span>; we check that it is what the pool asked for</span> : null}
          <span>. Everyone who paid gets access and has {rules.quiet} to object. After that, the creator is paid.</span>
        </p>
        <Delivered className={drawing} />
      </>
    ),
  },
  {
    id: 'money',
    title: 'Your money, step by step',
    body: (
      <ArticleTable
        label="What happens to your money"
        head={['When', 'Your card', 'What that means']}
        rows={[
          ['You pledge', 'Checked and saved, $0 charged', 'Withdraw at any time'],
          ['The deadline passes before the goal is met', '$0 charged', 'Every card is released'],
          ['The goal is met, the creator is asked', '$0 charged', 'You can still withdraw'],
          ['The creator declines or doesn’t answer', '$0 charged', 'Every card is released'],
          ['The goal is met and the creator accepts', 'Charged once, for what you pledged', 'Held for this pool'],
          ['The creator accepts the amount pledged so far', 'Charged once, for what you pledged', 'Held for this pool'],
          ['Nothing is delivered in time', 'Refunded in full', `Automatic, ${rules.grace} after the delivery date`],
          ['The creator delivers', 'You have access', `You can object for ${rules.quiet}`],
          ['The pool is completed', 'The creator is paid', `Less ${rules.fee} and card costs`],
        ]}
      />
    ),
  },
  {
    id: 'cost',
    title: 'What it costs',
    body: (
      <p>
        Fans pay what they pledged and nothing more. When a pool is completed, we deduct {rules.fee} and the actual card
        costs from the creator’s share. A pool that doesn’t get funded costs nothing. Read more in the{' '}
        <Link to={paths.faq}>FAQ</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="How it works"
      hues={[80, 325]}
      lead={({ brand }) => (
        <p>On {brand}, fans ask together and pay only if it happens. Here’s how it works, from idea to delivery.</p>
      )}
      sections={sections}
      after={<NextSteps first="browse" />}
    />
  );
}
