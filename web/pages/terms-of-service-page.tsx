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
    title: t`Terms of Service`,
    description: t`The agreement between you and ${{ brand: site.brandName }}: accounts, pools, pledges, when a card is charged, refunds, conduct and liability.`,
    canonical: paths.termsOfService,
  }),
  queries: legalQueries('terms-of-service'),
});

const agreement: Section = {
  id: 'agreement',
  title: verbatim('This agreement'),
  body: (
    <>
      <p>
        By creating an account, starting a pool, pledging or applying to become a creator, you agree to these terms, to
        the <Link to={paths.privacyPolicy}>Privacy Policy</Link> and to the{' '}
        <Link to={paths.cookiePolicy}>Cookie Policy</Link>. Creators also agree to the{' '}
        <Link to={paths.creatorAgreement}>Creator Agreement</Link>. If you do not agree, you can still read public
        pages, but you may not use the rest of the service.
      </p>
      <p>
        When we change these terms, we update the date above. If a change takes something away from you, we email
        account holders at least 30 days before it applies. An accepted pool keeps the terms under which it was
        accepted.
      </p>
    </>
  ),
};

const accounts = ({ adult }: SiteRules): Section => ({
  id: 'accounts',
  title: verbatim('Your account'),
  body: (
    <ul>
      <li>
        You are at least 18 years old, or at least 13 with the permission of a parent or guardian who is responsible for
        what you do here. {adult ? <span>Adult pools are always limited to people who are 18 or older.</span> : null}
      </li>
      <li>The email address you give is yours. Each person may have one account.</li>
      <li>You keep your password to yourself, and you tell us if someone else may have used your account.</li>
      <li>
        You can read, export and delete your data in <Link to={paths.myAccount}>your account</Link>. You can delete your
        account once no money is held for you or owed to you.
      </li>
      <li>
        We may suspend an account that breaks these terms. If your account is suspended, you can still sign in, read and
        export your data, and you still get every refund that is due.
      </li>
    </ul>
  ),
});

const pools = (rules: SiteRules): Section => ({
  id: 'pools',
  title: verbatim('Pools'),
  body: (
    <>
      <p>
        A tip pool asks a creator for one piece of content and gathers pledges toward it. The fan who starts it
        describes the content and sets a goal between {rules.minGoal} and {rules.maxGoal} and a deadline{' '}
        {rules.minFunding} to {rules.maxFunding} away. The fan can change the pool until someone else has pledged.
      </p>
      <p>
        A pool is a request, not an order: a creator may decline any pool at any time before accepting it, without
        giving a reason. Starting a pool for a creator does not make them affiliated with {rules.brand}, and every
        profile added by fans says so.
      </p>
    </>
  ),
});

const pledges = (rules: SiteRules): Section => ({
  id: 'pledges',
  title: verbatim('Pledges, and when a card is charged'),
  body: (
    <>
      <ol>
        <li>
          You pledge between {rules.minPledge} and {rules.maxPledge}. The card processor checks and saves your card;
          nothing is charged. If your card is not confirmed within {rules.setup}, the pledge is released.
        </li>
        <li>You can raise, lower or withdraw your pledge until we start charging cards (“collecting”).</li>
        <li>
          When the goal is met, we ask the creator, who has {rules.response} to answer. If the creator declines or does
          not answer, every card is released.
        </li>
        <li>
          When the goal is met and the creator has accepted, we charge every pledge once. A creator may also accept the
          amount pledged so far without waiting for the goal; then we charge every pledge once in the same way. This
          charge is your purchase. You authorize it when you pledge.
        </li>
        <li>
          We charge no card while the card processor cannot pay the creator. The pool then waits for the creator’s
          payout account, at most {rules.response}. If it is not ready by then, every card is released.
        </li>
        <li>
          If your card is declined or your bank requires confirmation, we email you immediately and then every{' '}
          {rules.reminder}. A pledge that is not paid within {rules.payment} is dropped, and you are no longer part of
          the pool.
        </li>
      </ol>
      <p>
        You pay what you pledged and nothing more. All amounts are in US dollars. Your bank may add its own foreign
        currency fees; we do not receive them.
      </p>
    </>
  ),
});

const money = (rules: SiteRules): Section => ({
  id: 'refunds',
  title: verbatim('Held money, releases and refunds'),
  body: (
    <>
      <p>
        The money charged for a pool is held for this pool until its outcome is known. We record every cent separately
        from our own money in an append-only ledger.
      </p>
      <ul>
        <li>
          <b>Delivered:</b> everyone who paid gets access. If we uphold no objection made within {rules.quiet}, the
          money goes to the creator, less {rules.fee} and the actual card costs.
        </li>
        <li>
          <b>Not delivered:</b> everyone is refunded in full automatically, {rules.grace} after the creator’s delivery
          date.
        </li>
        <li>
          <b>Too little paid:</b> if failed cards leave less than the creator’s minimum, the creator has{' '}
          {rules.shortfall} to go ahead with the amount that was paid. Otherwise everyone is refunded in full.
        </li>
        <li>
          <b>Not what the pool asked for:</b> everyone who paid can object within {rules.quiet} of delivery. If we
          uphold an objection, the creator delivers again or everyone is refunded.
        </li>
        <li>
          <b>Delivery disabled after a copyright notice:</b> the money stays where it is until the matter is settled. If
          the delivery stays disabled, everything held is refunded in full.
        </li>
        <li>
          <b>Pool removed:</b> everything held for the pool is refunded in full.
        </li>
        <li>
          <b>Waiting for us:</b> we can freeze a pool, and hold the payouts of a creator or suspend an account. Everyone
          is refunded in full if a pool stays frozen for {rules.frozen}
          <span>{rules.reviewed ? `, if we do not review a delivery within ${rules.review},` : ''}</span>
          <span> or if we hold its payout back for {rules.held}.</span> The pledges of a suspended fan are dropped
          without a charge.
        </li>
      </ul>
      <p>
        Refunds go to the card that paid and usually arrive within 5 to 10 days. Once the money has been released to the
        creator, there is no refund unless the law gives you one. A pledge is a purchase of digital content, not a
        donation, an investment or a stake in anything.
      </p>
    </>
  ),
});

const conduct = ({ adult }: SiteRules): Section => ({
  id: 'conduct',
  title: verbatim('What is not allowed'),
  body: (
    <>
      <p>Do not ask for, post, pledge toward or deliver:</p>
      <ul>
        <li>anything that sexualizes a minor, or that shows a person sexually without their consent;</li>
        <li>threats, harassment, or a person’s private details without their consent;</li>
        <li>acts that endanger people or animals, or that are illegal where they would happen;</li>
        <li>content that belongs to someone else, without their permission;</li>
        <li>
          {adult
            ? 'sexual content outside the adult category, which is behind an age check;'
            : 'sexual content of any kind;'}
        </li>
        <li>prizes, lotteries, investments, or money passed on to anyone other than the creator;</li>
        <li>false claims about who you are or what you made.</li>
      </ul>
      <p>
        Do not break into accounts, circumvent limits, scrape at a rate that slows the site for others, or pledge with a
        card that is not yours. Use the Report button to report anything that breaks these rules. A person reviews every
        report; our <Link to={paths.moderationReport}>moderation report</Link> has the figures.
      </p>
    </>
  ),
});

const content = ({ brand }: SiteRules): Section => ({
  id: 'content',
  title: verbatim('Who owns what'),
  body: (
    <>
      <p>
        You keep the rights to what you write and upload. You allow us to store it, show it on {brand}, make the sizes
        and previews needed for that, and quote it where a link to it is shown. This permission ends when you delete the
        content, except for copies that the law or a pool’s records require.
      </p>
      <p>
        Creators keep the rights to what they deliver. If you paid for the pool, you may view and download the delivery
        for personal use. You may not publish, sell or share it unless the pool’s description says that you may. Your
        access ends if you are refunded.
      </p>
      <p>
        If content on this site infringes your rights, see <Link to={paths.copyright}>Copyright</Link> and{' '}
        <Link to={paths.trademarkPolicy}>Trademark Policy</Link>. After a copyright notice we may disable content and
        freeze its pool until the matter is settled.
      </p>
    </>
  ),
});

const liability = ({ brand, operator }: SiteRules): Section => ({
  id: 'liability',
  title: verbatim('Our role and liability'),
  body: (
    <>
      <p>
        {brand} brings fans and creators together, holds the money until delivery, and follows the rules above. The
        content itself is between you and the creator. We do not promise that a goal will be met, that a creator will
        accept, or that you will like the result.
      </p>
      <p>
        We provide the service “as is”. As far as the law allows, {operator.name} is liable only up to the amount you
        paid through {brand} in the 12 months before the damage, and not for lost profits. This does not limit liability
        for intentional misconduct, gross negligence, personal injury or fraud, or the duty to refund money owed under
        these terms. It does not limit your statutory rights as a consumer.
      </p>
    </>
  ),
});

const disputes = (rules: SiteRules): Section => ({
  id: 'disputes',
  title: verbatim('Disputes, governing law and contact'),
  body: (
    <>
      <p>
        Contact us first: we settle most disputes within a few days. If you dispute a charge with your bank, we suspend
        your access to the pool’s delivery until the bank decides.
      </p>
      <p>
        These terms are governed by the law of the place where {rules.operator.name} is established, and its courts have
        jurisdiction, unless the law of your country gives you the protection of local courts and laws as a consumer. If
        part of these terms is invalid, the rest remains in effect.
      </p>
      <OperatorLines rules={rules} />
    </>
  ),
});

const parts = [accounts, pools, pledges, money, conduct, content, liability, disputes];

export function Component() {
  return (
    <Article
      title={t`Terms of Service`}
      lead={({ brand }) => (
        <p>{t`What you and ${{ brand }} agree to. The short version: you pay only if it happens.`}</p>
      )}
      legal={{ page: 'terms-of-service', since: '2026-11-27' }}
      sections={(rules) => [agreement, ...parts.map((part) => part(rules))]}
    />
  );
}
