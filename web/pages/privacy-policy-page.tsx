import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Privacy Policy',
    description: `Which personal data ${site.brandName} keeps, why, for how long, who else sees it, and how you read, export or delete yours.`,
    canonical: paths.privacyPolicy,
  }),
  queries: siteRulesQueries,
});

const what: readonly [data: string, why: string, until: string][] = [
  ['E-mail, username, password (only as a hash), name and picture if you add them', 'Your account', 'Deletion'],
  ['Sign-ins: when, from which address and browser', 'To keep your account yours and let you end them', '30 days'],
  ['What you post: pools, comments, likes, follows, reports', 'It is what the site is made of', 'You delete it'],
  ['Pledges, payments, refunds, payouts', 'To do what you asked, and to keep books', 'As long as tax law requires'],
  [
    'Card brand, last four digits, expiry, the processor’s reference',
    'To charge and to show which card',
    'You remove it',
  ],
  ['Creator applications: name, links, proof', 'To know that creators are who they say', 'While you are a creator'],
  ['Delivered files', 'For those who paid', 'The creator or a refund ends it'],
  ['Server logs: address, time, path, status', 'To keep the site running and safe', 'A few weeks'],
  ['What you write to us', 'To answer', 'Two years after the last letter'],
];

const collected = ({ brand }: SiteRules): Section => ({
  id: 'what',
  title: 'What we keep, why and how long',
  body: (
    <>
      <ArticleTable label="Data, purpose and time" head={['Data', 'Purpose', 'Kept until']} rows={what} />
      <p>
        Card numbers never reach {brand}: they are typed on the card processor’s own page. We buy no data about you, and
        do not try to guess who you are from how you browse.
      </p>
    </>
  ),
});

const grounds: Section = {
  id: 'grounds',
  title: 'On which ground',
  body: (
    <ul>
      <li>
        <b>Because we agreed on it with you:</b> accounts, pools, pledges, delivery, payouts, mails about them.
      </li>
      <li>
        <b>Because the law requires it:</b> books and receipts, answers to authorities with a valid order.
      </li>
      <li>
        <b>Because we have a good reason that weighs more:</b> preventing fraud and abuse, logs, limits on how often
        something can be tried.
      </li>
      <li>
        <b>Because you said yes:</b> what you choose to make public, and notices that you switched on. You can take a
        yes back in your settings at any time.
      </li>
    </ul>
  ),
};

const seen = ({ brand }: SiteRules): Section => ({
  id: 'public',
  title: 'What others see',
  body: (
    <>
      <p>
        Your username, name, picture, pools and comments are public, and so is what you back, unless you switch that off
        or pledge anonymously. Your e-mail address is never shown. A creator sees who backed their pool, except
        anonymous fans; admins see what they need to decide a report, a claim or a dispute, and each of their acts is
        recorded.
      </p>
      <p>We do not sell personal data, we show no advertisements, and {brand} has no trackers of other companies.</p>
    </>
  ),
});

const shared: Section = {
  id: 'shared',
  title: 'Who works for us',
  body: (
    <>
      <ul>
        <li>
          <b>The card processor</b> gets your card, your e-mail address and the amounts. It decides for itself about
          fraud checks and has a privacy policy of its own.
        </li>
        <li>
          <b>The mail server</b> delivers our mails. <b>The hosting company</b> runs the machines.
        </li>
        <li>
          <b>Google</b>, only if you press “Sign in with Google”, tells us your address, name and that the address is
          verified.
        </li>
        <li>
          <b>The push service of your browser’s maker</b>, only if you turn on notifications on a device, carries them
          there, encrypted so that it cannot read them.
        </li>
      </ul>
      <p>
        Each may use the data only for this work. Where it leaves your country, we rely on the standard contracts that
        your law provides. Pictures from other sites are fetched by our server, so that those sites do not see you.
      </p>
    </>
  ),
};

const rights = ({ brand }: SiteRules): Section => ({
  id: 'rights',
  title: 'Your rights',
  body: (
    <>
      <p>
        You can read and correct most of it yourself in <Link to={paths.myAccount}>your account</Link>. In the settings
        you can download everything that is yours as a file, end sign-ins, switch off notices, and delete the account.
        What the books or other people’s threads need then stays without your name.
      </p>
      <p>
        You can also ask us to restrict or stop a use of your data, object to it, or have a decision explained.{' '}
        <Link to={paths.contactUs}>Write to us</Link> from the address of your account; we answer within 30 days. No
        decision with legal effect is made about you by a machine alone. You can complain to the data protection
        authority where you live. For California, see <Link to={paths.ccpa}>your California privacy rights</Link>;{' '}
        {brand} treats everybody the same.
      </p>
    </>
  ),
});

const safety: Section = {
  id: 'safety',
  title: 'How it is protected',
  body: (
    <ul>
      <li>Passwords are stored only as slow, salted hashes, sign-ins and links only as hashes.</li>
      <li>Everything travels encrypted. Delivered files are checked for your right to them on each request.</li>
      <li>Location and camera data in pictures is removed when you upload them.</li>
      <li>If data of yours should ever be exposed, we tell you and the authority without delay.</li>
    </ul>
  ),
};

const children = ({ brand, adult }: SiteRules): Section => ({
  id: 'children',
  title: 'Children',
  body: (
    <p>
      {brand} is not for children under 13, and we keep nothing of theirs on purpose; tell us if you find otherwise.
      {adult
        ? ' Adult content stands behind an age check, whose answer is remembered on your device for four hours.'
        : ''}
    </p>
  ),
});

const contact = (house: SiteRules): Section => ({
  id: 'contact',
  title: 'Who is responsible',
  body: (
    <>
      <p>Responsible for the data (the “controller”) is:</p>
      <OperatorLines house={house} />
    </>
  ),
});

export function Component() {
  return (
    <Article
      title="Privacy Policy"
      lead={({ brand }) => <p>What {brand} knows about you, why, and how you get it out or away.</p>}
      legalSince="2026-11-21"
      sections={(house) => [
        collected(house),
        grounds,
        seen(house),
        shared,
        rights(house),
        safety,
        children(house),
        contact(house),
      ]}
    />
  );
}
