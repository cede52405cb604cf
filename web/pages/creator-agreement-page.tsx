import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { legalQueries } from '#web/operator/legal-text.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import type { SiteRules } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`Creator Agreement`,
    description: t`What creators on ${{ brand: site.brandName }} agree to: accepting, delivering, rights, fees, payouts, refunds and ending the agreement.`,
    canonical: paths.creatorAgreement,
  }),
  queries: legalQueries('creator-agreement'),
});

const who = (rules: SiteRules): Section => ({
  id: 'who',
  title: verbatim('Who you are'),
  body: (
    <>
      <p>
        You are at least 18. You are the person that your profile names, or you run the act it names. Everything in your
        application is true. You work for yourself: this agreement makes you neither an employee nor a partner of{' '}
        {rules.operator.name}. You are responsible for your taxes.
      </p>
      <p>
        This agreement applies in addition to the <Link to={paths.termsOfService}>Terms of Service</Link>. If the two
        conflict about your work, this agreement prevails.
      </p>
    </>
  ),
});

const accepting = (rules: SiteRules): Section => ({
  id: 'accepting',
  title: verbatim('Accepting and declining'),
  body: (
    <>
      <p>
        You never have to accept a pool. You may decline any pool before you accept it, without giving a reason and
        without penalty. Once the goal is met, you have {rules.response} to answer.
      </p>
      <p>
        When you accept, you set the number of days you need to deliver ({rules.deliveryDays.shortest} to{' '}
        {rules.deliveryDays.longest} days) and the minimum you will accept. These terms, the goal and the fee are then
        frozen for both sides and shown in the pool with a fingerprint. You may also accept at the amount already
        pledged, if that is enough for you.
      </p>
      {rules.holdingLimit ? (
        <p>
          Our card processor lets us hold a payment for at most {rules.holdingLimit}. You cannot choose a delivery time
          that would release the money after that. The time for failed cards, the grace period and the quiet period
          count, too.
        </p>
      ) : null}
      <p>
        If failed cards leave less than your minimum, you have {rules.shortfall} to go ahead with the amount that was
        paid. You may give up a pool at any time before you deliver; everyone is then refunded.
      </p>
    </>
  ),
});

const delivering = (rules: SiteRules): Section => ({
  id: 'delivering',
  title: verbatim('Delivering'),
  body: (
    <ul>
      <li>You deliver what the pool asked for, as files, text or links, to everyone who paid.</li>
      <li>
        {rules.reviewed
          ? 'We review each delivery before fans see it, only to check that it is what the pool asked for and that it is allowed. Your delivery deadline pauses during the review. If we send the delivery back, we tell you why.'
          : 'Fans get your delivery immediately.'}
      </li>
      <li>
        If nothing has been delivered {rules.grace} after your delivery date, everyone is refunded automatically. There
        are no extensions, so set a date that you can keep.
      </li>
      <li>
        For {rules.quiet} after delivery, fans who paid may object. We decide each objection under these terms and
        notify you. If we uphold one, you deliver again or everyone is refunded.
      </li>
      <li>What you deliver stays available to everyone who paid while {rules.brand} and the pool exist.</li>
    </ul>
  ),
});

const money = (rules: SiteRules): Section => ({
  id: 'money',
  title: verbatim('Money'),
  body: (
    <>
      <p>
        We deduct {rules.fee} and the actual card costs from what fans paid. You see both before you accept, in the
        pool’s terms and on every receipt. There are no other fees: not for your profile, not for listing a pool and not
        for a pool that fails.
      </p>
      <p>
        The rest is yours {rules.quiet} after delivery, and we send it to your payout account. Until then the money is
        held for this pool, and neither you nor we can use it for anything else.
      </p>
      <p>
        We can hold your payouts for a reason that we tell you, and your pools stand still while your account is
        suspended. If your pool stays frozen for {rules.frozen}, or its payout is held back for {rules.held}, everyone
        is refunded. You keep money that was already released to you.
      </p>
      <p>
        You can accept a pool before your payout account is ready, but we charge no card until it is. A pool that has
        what it needs waits at most {rules.response} for your account. Then it lapses, and no card is charged.
      </p>
      <p>
        If a fan’s bank later reverses a payment, you owe us its amount and the bank’s fee unless we caused the
        reversal. We deduct both from your next payouts. We send the bank evidence that you delivered.
      </p>
    </>
  ),
});

const rights = ({ brand, adult }: SiteRules): Section => ({
  id: 'rights',
  title: verbatim('Rights in what you make'),
  body: (
    <>
      <p>
        You keep the rights to your work. You allow {brand} to store it, make previews of it and give it to everyone who
        paid. You allow them to view and download it for personal use. Any other use, such as publishing or selling it,
        is between you and them and must be stated in the pool’s description.
      </p>
      <p>
        You have permission from everyone who can be seen or heard in it, and from the owners of any work that it builds
        on.{' '}
        {adult ? (
          <span>
            For adult content you keep the records that the <Link to={paths.usc2257}>18 U.S.C. § 2257 statement</Link>{' '}
            requires and give us a copy of them before you deliver.
          </span>
        ) : (
          <span>You do not deliver sexual content.</span>
        )}
      </p>
    </>
  ),
});

const ending = (rules: SiteRules): Section => ({
  id: 'ending',
  title: verbatim('Ending this agreement'),
  body: (
    <>
      <p>
        You may leave whenever you have no accepted pool to deliver: deliver it or give it up, then delete your account.
        We may remove your creator role if you make false statements, repeatedly fail to deliver or break the Terms of
        Service. We pay out what you have earned by then, except money that must be refunded to fans.
      </p>
      <p>
        We announce changes to this agreement by email 30 days ahead. Changes never apply to a pool that you have
        already accepted.
      </p>
      <OperatorLines rules={rules} />
    </>
  ),
});

const parts = [who, accepting, delivering, money, rights, ending];

export function Component() {
  return (
    <Article
      title={t`Creator Agreement`}
      lead={() => <p>{t`What you promise when you accept a pool, and what we promise you.`}</p>}
      legal={{ page: 'creator-agreement', since: '2026-11-22' }}
      sections={(rules) => parts.map((part) => part(rules))}
    />
  );
}
