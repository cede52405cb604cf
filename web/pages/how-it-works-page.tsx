import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
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

const sections = (house: SiteRules): readonly Section[] => [
  {
    id: 'idea',
    title: 'Somebody has an idea',
    body: (
      <p>
        A fan writes down what they want made and who should make it, and sets a goal between {house.minGoal} and{' '}
        {house.maxGoal} and a deadline of up to {house.maxFunding}. This is a tip pool. It can ask one creator, who need
        not be here yet, or any creator who would like to do it.
      </p>
    ),
  },
  {
    id: 'share',
    title: 'Fans fill the pool',
    body: (
      <>
        <p>
          Everybody who wants it too pledges what it is worth to them, from {house.minPledge}. Their card is checked and
          saved, but not charged. Only pledges with a working card count, so the meter you see is real.
        </p>
        <p>Until collecting begins, anybody can change or withdraw their pledge, with two clicks and no reason.</p>
      </>
    ),
  },
  {
    id: 'yes',
    title: 'The creator says yes, or no',
    body: (
      <p>
        Once the goal is met, the creator has {house.response} to answer. With a yes come a delivery date and the least
        they do it for; these terms are frozen for everybody to see. With a no, or no answer, every card is released and
        nobody has paid anything.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'The creator delivers',
    body: (
      <p>
        Now cards are charged, once, and the money is held for this pool. The creator makes it and hands it in
        {house.reviewed ? '; we check that it is what was asked for' : ''}. Everyone who paid gets access. They have{' '}
        {house.quiet} to object; after that the creator is paid.
      </p>
    ),
  },
  {
    id: 'money',
    title: 'Your money, moment by moment',
    body: (
      <ArticleTable
        label="What happens to your money"
        head={['When', 'Your card', 'If it stops here']}
        rows={[
          ['You pledge', 'Checked and saved, $0 charged', 'Withdraw at any time'],
          ['Deadline passes below the goal', '$0 charged', 'Every card is released'],
          ['Goal met, creator asked', '$0 charged', 'Still yours to withdraw'],
          ['Creator declines or is silent', '$0 charged', 'Every card is released'],
          ['Creator accepts, goal met', 'Charged once, what you pledged', 'Held for this pool'],
          ['Not delivered in time', 'Paid back in full', `${house.grace} after the date, by itself`],
          ['Delivered', 'You have access', `You can object for ${house.quiet}`],
          ['Completed', 'The creator is paid', `Less ${house.fee} and the card costs`],
        ]}
      />
    ),
  },
  {
    id: 'cost',
    title: 'What it costs',
    body: (
      <p>
        Fans pay what they pledged and nothing on top. From the creator’s side, {house.fee} and the true card costs are
        taken when a pool is completed. A pool that does not happen costs nobody anything. More in the{' '}
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
        <p>On {brand}, fans ask together, and pay only if it happens. Here is the whole way, from idea to delivery.</p>
      )}
      sections={sections}
      after={<NextSteps first="browse" />}
    />
  );
}
