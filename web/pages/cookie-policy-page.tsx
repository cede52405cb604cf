import { t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { legalQueries } from '#web/operator/legal-text.tsx';
import type { SiteRules } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: t`Cookie Policy`,
    description: t`Every cookie and browser storage entry that ${{ brand: site.brandName }} sets: its name, what it’s for and how long it stays.`,
    canonical: paths.cookiePolicy,
  }),
  queries: legalQueries('cookie-policy'),
});

type Row = readonly [name: string, purpose: string, stays: string];

const cookies: readonly Row[] = [
  ['sid', 'Keeps you signed in. Scripts cannot read it.', 'Up to 30 days, or until you sign out'],
  [
    'device',
    'Recognizes this browser when you sign in, so that we can warn you about a sign-in from another one. Scripts cannot read it.',
    '400 days after your last sign-in, also when you sign out',
  ],
  ['sign_in_step', 'Connects a sign-in in progress to this browser, until you confirm that it’s you.', '10 minutes'],
  ['theme', 'Remembers your light or dark theme.', '1 year'],
  ['chat_pictures, chat_previews', 'Remembers that you turned on pictures or previews in chats.', '1 year'],
  ['age_verified', 'Remembers that you said you are 18 or older.', '4 hours'],
  [
    'profile_device',
    'A random number, set when you add, change or claim a creator profile, so that one person with two accounts can’t pose as someone else.',
    '400 days',
  ],
  [
    'google_sign_in, provider_sign_in',
    'Connects a sign-in in progress with Google, or with another provider, to this browser.',
    'A few minutes',
  ],
  [
    'provider_link',
    'Connects a provider’s account, which waits for your proof that the account here is yours, to this browser.',
    '15 minutes',
  ],
  ['passkey_sign_in', 'Connects a sign-in with a passkey to this browser.', 'A few minutes'],
];

const storage: readonly Row[] = [
  ['originalPage', 'The page you were on before you signed in.', 'Until you are signed in'],
  ['age_verified, age_verified_timestamp', 'The same answer as the cookie, for the page itself.', '4 hours'],
  [
    'Drafts',
    'A pool, update, delivery or creator application that you started writing, so that you don’t lose it.',
    'Until you submit it, clear it or sign out',
  ],
  [
    'languageOffered',
    'Remembers that we offered the page in your browser’s language, so that we ask once.',
    'Until you clear it',
  ],
  ['chat_sound, chat_pictures, chat_previews', 'Your chat settings on this device.', 'Until you clear it'],
  [
    'For this tab',
    'Scroll positions, a pledge in progress, a message to show on the next page.',
    'Until the tab closes or you sign out',
  ],
];

const head = ['Name', 'What it is for', 'Stays'].map(verbatim);
const offered = (rows: readonly Row[], adult: boolean) =>
  rows
    .filter(([name]) => adult || !name.startsWith('age_'))
    .map(([name, purpose, stays]) => [verbatim(name), purpose, stays] as const);

const sections = ({ brand, adult, testMode }: SiteRules): readonly Section[] => [
  {
    id: 'short',
    title: verbatim('The short version'),
    body: (
      <p>
        {brand} sets only what it needs to work and what you asked for. Our pages set no advertising cookies, no
        third-party analytics and no cookies from other sites. That’s why you don’t see a cookie banner: nothing here
        needs your consent.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: verbatim('Cookies'),
    body: <ArticleTable label={verbatim('List of cookies')} head={head} rows={offered(cookies, adult)} />,
  },
  {
    id: 'storage',
    title: verbatim('Browser storage'),
    body: (
      <>
        <p>These entries stay in your browser. We never receive them.</p>
        <ArticleTable
          label={verbatim('List of entries in browser storage')}
          head={head}
          rows={offered(storage, adult)}
        />
        <p>
          We also install a small service worker, so that you see our offline page instead of your browser’s. It stores
          nothing about you.
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: verbatim('Third-party pages'),
    body: (
      <p>
        {testMode
          ? 'You enter cards on our own test page, which sets no cookies.'
          : 'You enter your card on the card processor’s page, and you sign in with Google or another provider on their page. They set their own cookies under their own policies.'}
      </p>
    ),
  },
  {
    id: 'control',
    title: verbatim('Your choices'),
    body: (
      <p>
        Your browser can show, block and delete all of these. Without <code>sid</code> you can browse but not sign in.
        Without the others everything still works, but {brand} won’t remember your choices. The{' '}
        <Link to={paths.privacyPolicy}>Privacy Policy</Link> covers the data that we keep on our servers.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title={t`Cookie Policy`}
      lead={() => <p>{t`It’s a short list.`}</p>}
      legal={{ page: 'cookie-policy', since: '2026-11-30' }}
      sections={sections}
    />
  );
}
