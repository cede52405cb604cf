import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { Article, type Section } from '#web/operator/article.tsx';
import { ArticleTable } from '#web/operator/article-table.tsx';
import { type SiteRules, siteRulesQueries } from '#web/operator/site-rules.ts';
import { Link } from '#web/ui/link.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: 'Cookie Policy',
    description: `Every cookie and every entry in your browser’s storage that ${site.brandName} sets: its name, what it is for and how long it stays.`,
    canonical: paths.cookiePolicy,
  }),
  queries: siteRulesQueries,
});

type Row = readonly [name: string, purpose: string, stays: string];

const cookies: readonly Row[] = [
  ['sid', 'Keeps you signed in. Scripts cannot read it.', 'Up to 30 days, or until you sign out'],
  ['theme', 'Remembers that you chose the light or the dark theme.', '1 year'],
  ['chat_pictures, chat_previews', 'Remembers that you switched on pictures or previews in chats.', '1 year'],
  ['age_verified', 'Remembers that you said you are 18 or older.', '4 hours'],
  ['google_sign_in', 'Ties a sign-in with Google to this browser while it is under way.', 'A few minutes'],
];

const storage: readonly Row[] = [
  ['originalPage', 'Where you were when you went to sign in.', 'Until you are signed in'],
  ['age_verified, age_verified_timestamp', 'The same answer as the cookie, for the page itself.', '4 hours'],
  [
    'Drafts',
    'A pool or a delivery that you began to write, so that nothing is lost.',
    'Until you send it, empty it or sign out',
  ],
  ['chat_sound, chat_pictures, chat_previews', 'What you switched on in chats, on this device.', 'Until you clear it'],
  [
    'For this tab',
    'Scroll positions, a pledge under way, a message to show on the next page.',
    'Until the tab closes or you sign out',
  ],
];

const head = ['Name', 'What it is for', 'Stays'];
const offered = (rows: readonly Row[], adult: boolean) => rows.filter(([name]) => adult || !name.startsWith('age_'));

const sections = ({ brand, adult, testMode }: SiteRules): readonly Section[] => [
  {
    id: 'short',
    title: 'The short version',
    body: (
      <p>
        {brand} sets only what it needs to work and what you asked for. There are no advertising cookies, no analytics
        of other companies and no cookies of other sites on our pages. That is why you see no cookie banner: nothing
        here needs your consent.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: <ArticleTable label="List of cookies" head={head} rows={offered(cookies, adult)} />,
  },
  {
    id: 'storage',
    title: 'Browser storage',
    body: (
      <>
        <p>These entries stay in your browser and are not sent to us.</p>
        <ArticleTable label="List of entries in browser storage" head={head} rows={offered(storage, adult)} />
        <p>
          A small worker is also kept, so that you see a page of ours instead of the browser’s when you are offline. It
          stores nothing about you.
        </p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Pages of others',
    body: (
      <p>
        {testMode
          ? 'Cards are entered on a test page of our own, which sets no cookie.'
          : 'When you enter a card, you are on the page of the card processor, and when you sign in with Google, on a page of Google. They set their own cookies under their own policies.'}
      </p>
    ),
  },
  {
    id: 'control',
    title: 'How you decide',
    body: (
      <p>
        Your browser can show, refuse and delete all of these. Without <code>sid</code> you can read but not sign in;
        without the others everything works and forgets a little more. What we keep on our side is in the{' '}
        <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
      </p>
    ),
  },
];

export function Component() {
  return (
    <Article
      title="Cookie Policy"
      lead={() => <p>A short list, because we set few.</p>}
      legalSince="2026-11-21"
      sections={sections}
    />
  );
}
