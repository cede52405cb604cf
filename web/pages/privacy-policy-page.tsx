import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { legalQueries } from '#web/operator/legal-text.tsx';
import { OperatorLines } from '#web/operator/operator-lines.tsx';
import type { SiteRules } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`Privacy Policy`,
    description: t`Which personal data ${{ brand: site.brandName }} keeps, why, for how long, who sees it, and how to read, export or delete yours.`,
    canonical: paths.privacyPolicy,
  }),
  queries: legalQueries('privacy-policy'),
});

const what: readonly [data: string, why: string, until: string][] = [
  [
    'Email, username, password (only as a hash), name and picture if you add them',
    'To run your account',
    'Until you delete your account',
  ],
  ['Sign-ins: time, IP address and browser', 'To keep your account secure and let you end sessions', 'For 30 days'],
  [
    'API tokens that you create: name, limits, time and IP address of the last use',
    'To let your programs use your account, and to show you what they did last',
    'For 30 days after the token ends',
  ],
  [
    'Links of calendars and stream overlays that you create (only as a hash), with the time of the last use',
    'To show your deadlines and pools in your programs',
    'Until you remove the link',
  ],
  [
    'Webhooks and channels of Discord and Slack that you add: address, the events that were sent, and the beginning of the answers',
    'To send events to your server, and to show you what arrived',
    'Until you delete the webhook; sent events for 30 days',
  ],
  ['What you post: pools, comments, likes, follows, reports', 'To publish what you share', 'Until you delete it'],
  [
    'What you choose for yourself: followed pools, interests, settings',
    'To show you what you asked for',
    'Until you change it or delete your account',
  ],
  ['Pledges, payments, refunds, payouts', 'To process your payments and keep accounts', 'As long as tax law requires'],
  [
    'Card brand, last four digits, expiry, the processor’s reference',
    'To charge your card and show you which one',
    'Until you remove the card',
  ],
  [
    'Creator applications: name, links, proof',
    'To verify that creators are who they say they are',
    'As long as you are a creator',
  ],
  [
    'Creator profiles that you add, change or claim: who changed which link and when, a block of IP addresses, a cookie of your browser (only as a hash)',
    'To notice one person with two accounts who poses as someone else',
    'Links as long as the profile exists, the rest for 400 days',
  ],
  [
    'Deliveries: files, texts, links',
    'To give access to everyone who paid',
    'Until the creator deletes their account, or longer if a fan paid and was not refunded, a fan has opened them, or a copyright case concerns them',
  ],
  [
    'Copyright notices and counter-notices: name, address, phone, email, signature',
    'To handle the notice; the Copyright page says what the other side sees',
    'As long as claims are possible',
  ],
  [
    'People shown in adult deliveries: names, date of birth, scan of a document (encrypted)',
    'To prove that everyone is an adult (18 U.S.C. 2257)',
    'As long as that law requires, even after an account is deleted',
  ],
  ['Server logs: IP address, time, path, status', 'To keep the site running and safe', 'For a few weeks'],
  ['Messages you send us', 'To reply', 'For two years after the last message'],
];

const collected = ({ brand }: SiteRules): Section => ({
  id: 'what',
  title: verbatim('What we keep, why and for how long'),
  body: (
    <>
      <ArticleTable
        label={verbatim('Data, purpose and retention')}
        head={['Data', 'Purpose', 'How long we keep it'].map(verbatim)}
        rows={what.map(([data, why, until]) => [verbatim(data), why, until] as const)}
      />
      <p>
        Card numbers never reach {brand}: you enter them on the card processor’s page. We do not buy data about you or
        profile you from how you browse.
      </p>
    </>
  ),
});

const grounds: Section = {
  id: 'grounds',
  title: verbatim('Legal bases'),
  body: (
    <ul>
      <li>
        <b>To perform our contract with you:</b> accounts, pools, pledges, deliveries, payouts, and emails about them.
      </li>
      <li>
        <b>To comply with the law:</b> accounting records and receipts, and responses to authorities with a valid order.
      </li>
      <li>
        <b>For our legitimate interests:</b> preventing fraud and abuse, server logs, and rate limits.
      </li>
      <li>
        <b>With your consent:</b> what you choose to make public, and notifications that you turned on. You can withdraw
        consent in your settings at any time.
      </li>
    </ul>
  ),
};

const seen = ({ brand }: SiteRules): Section => ({
  id: 'public',
  title: verbatim('What others see'),
  body: (
    <>
      <p>
        Your username, name, picture, pools and comments are public. The pools you back are public too, unless you turn
        that off or pledge anonymously. We never show your email address. Creators see who backed their pools, except
        anonymous fans. Admins see what they need to decide a report, a claim or a dispute, and we record each action
        they take.
      </p>
      <p>We do not sell personal data, we show no ads, and {brand} has no third-party trackers.</p>
    </>
  ),
});

const shared = ({ translates }: SiteRules): Section => ({
  id: 'shared',
  title: verbatim('Who processes data for us'),
  body: (
    <>
      <ul>
        <li>
          <b>The card processor</b> receives your card details, your email address and the amounts. It runs its own
          fraud checks under its own privacy policy. When you delete your account, we also delete your saved cards and
          your customer record there. The processor keeps past payments as long as the law requires.
        </li>
        <li>
          <b>The mail server</b> delivers our emails. <b>The hosting provider</b> runs our servers.
        </li>
        <li>
          <b>Google</b>, or another provider that you sign in with, tells us your name, your email address and whether
          it is verified, but only if you press “Sign in with Google” or the provider’s button.
        </li>
        <li>
          <b>Your browser’s push service</b> delivers notifications to a device, but only if you turn them on there.
          They are encrypted so that the service cannot read them.
        </li>
        {translates ? (
          <li>
            <b>A translation service</b> receives a text when a reader presses “Translate” below it, and nothing about
            the reader or the author. We keep the translation until no one has read it for 30 days, also if the text is
            deleted in the meantime.
          </li>
        ) : null}
      </ul>
      <p>
        Each provider may use the data only for this purpose. If data leaves your country, we rely on the standard
        contractual clauses that your law provides. Our server fetches pictures from other sites, so those sites never
        see your IP address.
      </p>
    </>
  ),
});

const rights = ({ brand }: SiteRules): Section => ({
  id: 'rights',
  title: verbatim('Your rights'),
  body: (
    <>
      <p>
        You can read and correct most of your data in <Link to={paths.myAccount}>your account</Link>. In your settings
        you can download your data, end sessions, turn off notifications and delete your account. After deletion we keep
        only what our accounting records and other people’s threads need, without your name, and the legal records in
        the table above. Records of people shown in adult deliveries are not part of the download; ask us for a copy of
        yours.
      </p>
      <p>
        You can also ask us to restrict or stop a use of your data, object to a use, or ask us to explain a decision.{' '}
        <Link to={paths.contactUs}>Write to us</Link> from your account’s email address; we respond within 30 days. We
        make no automated decisions about you that have legal effect. You can complain to the data protection authority
        where you live. If you live in California, see <Link to={paths.ccpa}>your California privacy rights</Link>.{' '}
        {brand} gives everyone the same rights.
      </p>
    </>
  ),
});

const safety: Section = {
  id: 'safety',
  title: verbatim('How we protect your data'),
  body: (
    <ul>
      <li>We store passwords only as slow, salted hashes. We store session and link tokens only as hashes.</li>
      <li>All traffic is encrypted. We check your access to delivered files on every request.</li>
      <li>We remove location and camera data from pictures when you upload them.</li>
      <li>If your data is ever exposed, we notify you and the data protection authority without delay.</li>
    </ul>
  ),
};

const children = ({ brand, adult }: SiteRules): Section => ({
  id: 'children',
  title: verbatim('Children'),
  body: (
    <p>
      {brand} is not for children under 13, and we do not knowingly keep their data. Tell us if you find any.
      {adult ? (
        <span> Adult content is behind an age check. Your device remembers the answer for four hours.</span>
      ) : null}
    </p>
  ),
});

const contact = (rules: SiteRules): Section => ({
  id: 'contact',
  title: verbatim('Who is responsible'),
  body: (
    <>
      <p>The company or person responsible for your data (the “controller”) is:</p>
      <OperatorLines rules={rules} />
    </>
  ),
});

export function Component() {
  return (
    <Article
      title={t`Privacy Policy`}
      lead={({ brand }) => <p>{t`What ${{ brand }} knows about you, why, and how to export or delete it.`}</p>}
      legal={{ page: 'privacy-policy', since: '2026-11-30' }}
      sections={(rules) => [
        collected(rules),
        grounds,
        seen(rules),
        shared(rules),
        rights(rules),
        safety,
        children(rules),
        contact(rules),
      ]}
    />
  );
}
