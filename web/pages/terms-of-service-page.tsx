import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Terms of Service',
    description: `The agreement between you and ${site.brandName}: accounts, pools, pledges, when a card is charged, refunds, conduct and liability.`,
    canonical: paths.termsOfService,
  }),
  queries: siteRulesQueries,
});

const agreement: Section = {
  id: 'agreement',
  title: 'This agreement',
  body: (
    <>
      <p>
        By making an account, starting a pool, pledging or applying as a creator you agree to these terms, to the{' '}
        <Link to={paths.privacyPolicy}>Privacy Policy</Link> and to the{' '}
        <Link to={paths.cookiePolicy}>Cookie Policy</Link>. Creators also agree to the{' '}
        <Link to={paths.creatorAgreement}>Creator Agreement</Link>. If you do not agree, you can still read what is
        public; please do not use the rest.
      </p>
      <p>
        When we change these terms, we change the date above, and tell people with an account by e-mail at least 30 days
        before a change that takes something away from them. A pool that was accepted keeps the terms it was accepted
        under.
      </p>
    </>
  ),
};

const accounts = ({ adult }: SiteRules): Section => ({
  id: 'accounts',
  title: 'Your account',
  body: (
    <ul>
      <li>
        You are at least 18 years old, or at least 13 and have the permission of a parent or guardian who answers for
        what you do here. {adult ? 'Adult pools are for people of 18 or older in every case.' : null}
      </li>
      <li>The e-mail address you give is yours. One person has one account.</li>
      <li>You keep your password to yourself, and tell us when somebody else may have used your account.</li>
      <li>
        You can read, export and delete what is yours in <Link to={paths.myAccount}>your account</Link>. Deleting waits
        until no money is held for you or owed to you.
      </li>
      <li>
        An account that breaks these terms can be suspended. A suspended person can still sign in, read and export, and
        still gets every refund that is due.
      </li>
    </ul>
  ),
});

const pools = (house: SiteRules): Section => ({
  id: 'pools',
  title: 'Pools',
  body: (
    <>
      <p>
        A tip pool asks a creator for one piece of content and gathers pledges toward it. Whoever starts it says what is
        asked for, sets a goal between {house.minGoal} and {house.maxGoal}, and a deadline {house.minFunding} to{' '}
        {house.maxFunding} away. A pool can be changed until somebody else has pledged.
      </p>
      <p>
        A pool is a request, not an order: a creator may decline any pool, at any time before accepting, without a
        reason. Starting a pool about somebody does not make them a part of {house.brand}, and a profile added by fans
        says so.
      </p>
    </>
  ),
});

const pledges = (house: SiteRules): Section => ({
  id: 'pledges',
  title: 'Pledges, and when a card is charged',
  body: (
    <>
      <ol>
        <li>
          You pledge between {house.minPledge} and {house.maxPledge}. Your card is checked and saved with the card
          processor; nothing is charged. A pledge whose card is not confirmed within {house.setup} lapses.
        </li>
        <li>Until collecting begins you can raise, lower or withdraw your pledge.</li>
        <li>
          When the goal is met, the creator is asked and has {house.response} to answer. A no, or no answer, releases
          every card.
        </li>
        <li>
          When the goal is met and the creator has accepted, every pledge is charged once. This is the moment at which
          you buy. You authorize this charge when you pledge.
        </li>
        <li>
          When your card is declined or your bank wants a confirmation, we ask you by e-mail, at once and every{' '}
          {house.reminder}. What is not paid within {house.payment} is dropped, and you are not part of the pool.
        </li>
      </ol>
      <p>
        You pay what you pledged and nothing on top. All amounts are in US dollars. Your bank may add its own charges
        for foreign currencies; they do not come to us.
      </p>
    </>
  ),
});

const money = (house: SiteRules): Section => ({
  id: 'refunds',
  title: 'What is held, released and paid back',
  body: (
    <>
      <p>
        What was charged is held for this pool until its outcome is known. It is recorded apart from our own money, cent
        by cent, in books that are only ever added to.
      </p>
      <ul>
        <li>
          <b>Delivered:</b> people who paid get access. If no objection is upheld within {house.quiet}, the money goes
          to the creator, less {house.fee} and the true card costs.
        </li>
        <li>
          <b>Not delivered:</b> everybody is paid back in full {house.grace} after the date the creator stated, without
          asking.
        </li>
        <li>
          <b>Too little paid:</b> when failed cards leave less than the creator’s stated minimum, the creator has{' '}
          {house.shortfall} to go ahead with what there is. Otherwise everybody is paid back in full.
        </li>
        <li>
          <b>Something else delivered than was asked for:</b> people who paid can object within {house.quiet} of
          delivery. When we uphold an objection, the creator delivers again or everybody is paid back.
        </li>
        <li>
          <b>The pool is removed:</b> whatever is held is paid back in full.
        </li>
      </ul>
      <p>
        A refund goes to the card that paid and usually arrives within 5 to 10 days. After the money was released to the
        creator there is no refund, except where the law gives you one. A pledge is a purchase of digital content, not a
        donation, an investment or a share in anything.
      </p>
    </>
  ),
});

const conduct = ({ adult }: SiteRules): Section => ({
  id: 'conduct',
  title: 'What is not allowed',
  body: (
    <>
      <p>Do not ask for, post, pledge toward or deliver</p>
      <ul>
        <li>anything that sexualizes a minor, or shows a person sexually who has not agreed to it;</li>
        <li>threats, harassment, or the private details of a person who does not want them known;</li>
        <li>acts that endanger people or animals, or that are against the law where they would happen;</li>
        <li>content that belongs to somebody else, without their permission;</li>
        <li>
          {adult
            ? 'sexual content outside of the adult category, which stands behind an age check;'
            : 'sexual content of any kind;'}
        </li>
        <li>prizes, lotteries, investments, or money passed on to somebody who is not the creator;</li>
        <li>false claims to be a person, or to have made something.</li>
      </ul>
      <p>
        Do not break into accounts, get around limits, scrape at a rate that slows others down, or pledge with a card
        that is not yours. Report what breaks these rules with the Report button; people decide about every report.
      </p>
    </>
  ),
});

const content = ({ brand }: SiteRules): Section => ({
  id: 'content',
  title: 'Who owns what',
  body: (
    <>
      <p>
        What you write and upload stays yours. You allow us to store it, show it on {brand}, make the sizes and previews
        that this takes, and quote it where a link to it is shown. This ends when you delete it, except for copies that
        law or the books of a pool require.
      </p>
      <p>
        What a creator delivers stays theirs. If you paid for the pool, you may view and download it for yourself. You
        may not publish, sell or share it, unless the pool’s description says that you may. Access ends with a refund.
      </p>
      <p>
        If something here infringes your rights, see <Link to={paths.copyright}>Copyright</Link> and{' '}
        <Link to={paths.trademarkPolicy}>Trademark Policy</Link>.
      </p>
    </>
  ),
});

const liability = ({ brand, operator }: SiteRules): Section => ({
  id: 'liability',
  title: 'Our part, and its limits',
  body: (
    <>
      <p>
        {brand} brings fans and creators together, holds the money in between, and acts by the rules above. The content
        itself is a matter between you and the creator. We do not promise that a goal is met, that a creator accepts, or
        that you will like what was made.
      </p>
      <p>
        We offer the service as it is. As far as the law allows, {operator.name} answers for damage only up to what you
        paid through {brand} in the twelve months before it, and not for lost profit. This does not limit liability for
        intent, gross negligence, injury, fraud, or the duty to pay back money that is owed under these terms. Rights
        that consumers have by law stay as they are.
      </p>
    </>
  ),
});

const disputes = (house: SiteRules): Section => ({
  id: 'disputes',
  title: 'Disagreements, law and contact',
  body: (
    <>
      <p>
        Write to us first: most things are settled within a few days. If you dispute a charge with your bank, access to
        what the pool delivered is suspended until the bank decides.
      </p>
      <p>
        The law of the place where {house.operator.name} is established applies, and its courts decide, unless the law
        of your own country gives you its courts and protection as a consumer. If a part of these terms does not hold,
        the rest stays.
      </p>
      <OperatorLines house={house} />
    </>
  ),
});

const parts = [accounts, pools, pledges, money, conduct, content, liability, disputes];

export function Component() {
  return (
    <Article
      title="Terms of Service"
      lead={({ brand }) => (
        <p>What you and {brand} promise each other. The short version: you pay only if it happens.</p>
      )}
      legalSince="2026-11-21"
      sections={(house) => [agreement, ...parts.map((part) => part(house))]}
    />
  );
}
