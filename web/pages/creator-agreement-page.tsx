import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Creator Agreement',
    description: `What creators on ${site.brandName} agree to: accepting, delivering, rights, fees, payouts, refunds and how either side ends it.`,
    canonical: paths.creatorAgreement,
  }),
  queries: siteRulesQueries,
});

const who = (house: SiteRules): Section => ({
  id: 'who',
  title: 'Who you are',
  body: (
    <>
      <p>
        You are at least 18, are the person or run the act that your profile names, and have told us the truth in your
        application. You work for yourself: this agreement makes you neither an employee nor a partner of{' '}
        {house.operator.name}. Your taxes are yours.
      </p>
      <p>
        This agreement stands beside the <Link to={paths.termsOfService}>Terms of Service</Link>; where they differ
        about your work, this one counts.
      </p>
    </>
  ),
});

const accepting = (house: SiteRules): Section => ({
  id: 'accepting',
  title: 'Accepting and declining',
  body: (
    <>
      <p>
        You owe nobody a yes. You may decline any pool before you accept it, without a reason and without a mark against
        you. Once its goal is met you have {house.response} to answer.
      </p>
      <p>
        When you accept, you state by how many days you deliver ({house.deliveryDays}) and the least you do it for.
        These terms, the goal and the fee are then frozen for both sides and shown in the pool with a fingerprint. You
        may also accept at what is pledged already, if that is enough for you.
      </p>
      <p>
        If failed cards leave less than your minimum, you have {house.shortfall} to go ahead with what there is. You may
        give up a pool at any time before you deliver; then everybody is paid back.
      </p>
    </>
  ),
});

const delivering = (house: SiteRules): Section => ({
  id: 'delivering',
  title: 'Delivering',
  body: (
    <ul>
      <li>You deliver what the pool asked for, as files, text or links, to everyone who paid.</li>
      <li>
        {house.reviewed
          ? 'We look at each delivery before fans do, only to see that it is what was asked for and allowed. Your clock stands still meanwhile. When we send it back, we say why.'
          : 'Your delivery reaches fans at once.'}
      </li>
      <li>
        If nothing has been delivered {house.grace} after your date, everybody is paid back by itself. There is no
        extension, so state a date that you can keep.
      </li>
      <li>
        For {house.quiet} after delivery, people who paid may object. We decide objections within these terms and tell
        you; an upheld one means delivering again or paying everybody back.
      </li>
      <li>What you deliver stays available to those who paid for as long as {house.brand} and the pool exist.</li>
    </ul>
  ),
});

const money = (house: SiteRules): Section => ({
  id: 'money',
  title: 'Money',
  body: (
    <>
      <p>
        From what was paid, {house.fee} and the true card costs are taken. Both are shown before you accept, in the
        pool’s terms and in every receipt. There are no other fees: not for the profile, not for listing, not for a
        failed pool.
      </p>
      <p>
        The rest is yours when the {house.quiet} after delivery are over, and is paid out to your payout account. Until
        then it is held for this pool and cannot be used for anything else, by you or by us.
      </p>
      <p>
        If a fan’s bank later takes a payment back, its amount and the bank’s charge are owed by you and set off against
        your next payouts, unless we caused it. We send the bank what shows that you delivered.
      </p>
    </>
  ),
});

const rights = ({ brand, adult }: SiteRules): Section => ({
  id: 'rights',
  title: 'Rights in what you make',
  body: (
    <>
      <p>
        Your work stays yours. You allow {brand} to store it, make previews, and give it to those who paid. You allow
        them to view and download it for themselves. Anything more, such as publishing or selling it, is between you and
        them, and stands in the pool’s description.
      </p>
      <p>
        You have the permission of everybody who can be seen or heard in it, and of whoever owns what you build on.{' '}
        {adult ? (
          <>
            For adult content you keep the records that the <Link to={paths.usc2257}>18 U.S.C. § 2257 statement</Link>{' '}
            names.
          </>
        ) : (
          'You deliver no sexual content.'
        )}
      </p>
    </>
  ),
});

const ending = (house: SiteRules): Section => ({
  id: 'ending',
  title: 'How it ends',
  body: (
    <>
      <p>
        You may leave whenever no pool is in your hands: deliver, or give it up, and delete your account. We may take
        away the creator role for false statements, for pools that are not delivered again and again, or for what the
        Terms of Service forbid. What you have earned by then is paid out, unless it has to be paid back to fans.
      </p>
      <p>Changes reach you by e-mail 30 days ahead, and never change a pool that you have accepted.</p>
      <OperatorLines house={house} />
    </>
  ),
});

const parts = [who, accepting, delivering, money, rights, ending];

export function Component() {
  return (
    <Article
      title="Creator Agreement"
      lead={() => <p>What you promise when you accept a pool, and what we promise you.</p>}
      legalSince="2026-11-21"
      sections={(house) => parts.map((part) => part(house))}
    />
  );
}
