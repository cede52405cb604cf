import type { CurrentUser } from '#contract/accounts.ts';
import { type Message, msg, type Text, textOf, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { hasWords, isSearch } from '#contract/values/fold-text.ts';

export interface PageShortcut {
  label: Text;
  to: string;
  /** More words by which the search finds this page. */
  keywords?: Text;
}

type Listed = Record<'label', Message | Text> & Pick<PageShortcut, 'to'> & { keywords?: Message };

const forAnyone: readonly Listed[] = [
  {
    label: msg`Browse pools`,
    to: paths.feed,
    keywords: msg({
      message: 'feed tip pools explore discover',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Creators`,
    to: paths.creators,
    keywords: msg({
      message: 'people artists',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Create pool`,
    to: paths.createPool,
    keywords: msg({
      message: 'new start ask',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
];

const forMembers: readonly Listed[] = [
  {
    label: msg`My account`,
    to: paths.myAccount,
    keywords: msg({
      message: 'my pools pledges receipts profile cards',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Favorites`,
    to: paths.favorites,
    keywords: msg({
      message: 'likes liked hearts',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Following`,
    to: paths.following,
    keywords: msg({
      message: 'followed pools news saved bookmarks reminders',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Users`,
    to: paths.users,
    keywords: msg({
      message: 'people fans members',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Settings`,
    to: paths.settings,
    keywords: msg({
      message: 'password email mail notifications avatar theme sessions export delete',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
];

const forAdmins: readonly Listed[] = [
  { label: msg`Admin Dashboard`, to: paths.admin },
  { label: msg`Admin: pools`, to: paths.adminPools },
  {
    label: msg`Admin: verifications`,
    to: paths.adminVerifications,
    keywords: msg({ message: 'applications', context: 'words that find this page in the search, separated by spaces' }),
  },
  { label: msg`Admin: claims`, to: paths.adminClaims },
  {
    label: msg`Admin: content claims`,
    to: paths.adminContentClaims,
    keywords: msg({ message: 'deliveries', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: msg`Admin: money`,
    to: paths.adminMoney,
    keywords: msg({
      message: 'ledger payouts refunds reconcile statements',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Admin: reports`,
    to: paths.adminReports,
    keywords: msg({ message: 'objections', context: 'words that find this page in the search, separated by spaces' }),
  },
];

const staticPages: readonly Listed[] = [
  {
    label: msg`How it works`,
    to: paths.howItWorks,
    keywords: msg({
      message: 'help guide steps',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`For fans`,
    to: paths.forFans,
    keywords: msg({ message: 'help', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: msg`For creators`,
    to: paths.forCreators,
    keywords: msg({ message: 'help', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: msg`FAQ`,
    to: paths.faq,
    keywords: msg({
      message: 'help questions answers',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Transparency`,
    to: paths.transparency,
    keywords: msg({
      message: 'ledger books proof verify payment check',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Developers`,
    to: paths.developers,
    keywords: msg({
      message: 'api webhooks tokens events curl integrations',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  { label: msg`About us`, to: paths.aboutUs },
  {
    label: msg`Contact us`,
    to: paths.contactUs,
    keywords: msg({
      message: 'help support mail',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Terms of service`,
    to: paths.termsOfService,
    keywords: msg({ message: 'legal', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: msg`Creator agreement`,
    to: paths.creatorAgreement,
    keywords: msg({ message: 'legal', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: msg`Privacy policy`,
    to: paths.privacyPolicy,
    keywords: msg({
      message: 'legal data gdpr',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Cookie policy`,
    to: paths.cookiePolicy,
    keywords: msg({ message: 'legal', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: verbatim('CCPA'),
    to: paths.ccpa,
    keywords: msg({
      message: 'legal california privacy',
      context: 'words that find this page in the search, separated by spaces',
    }),
  },
  {
    label: msg`Copyright`,
    to: paths.copyright,
    keywords: msg({ message: 'legal dmca', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: msg`Trademark policy`,
    to: paths.trademarkPolicy,
    keywords: msg({ message: 'legal', context: 'words that find this page in the search, separated by spaces' }),
  },
  {
    label: verbatim('USC 2257'),
    to: paths.usc2257,
    keywords: msg({ message: 'legal', context: 'words that find this page in the search, separated by spaces' }),
  },
];

type Viewer = Pick<CurrentUser, 'role'> | null;

function creatorShortcuts(user: Viewer): Listed[] {
  if (user && user.role !== 'user')
    return [
      {
        label: msg`Creator Dashboard`,
        to: paths.dashboard,
        keywords: msg({
          message: 'requests earnings',
          context: 'words that find this page in the search, separated by spaces',
        }),
      },
    ];
  return [
    {
      label: msg`Become a Creator`,
      to: paths.becomeCreator,
      keywords: msg({
        message: 'apply verify',
        context: 'words that find this page in the search, separated by spaces',
      }),
    },
  ];
}

/** The pages that the viewer can open, the most used first. */
export function pageShortcutsFor(user: Viewer): PageShortcut[] {
  const listed = [
    ...forAnyone,
    ...(user ? forMembers : []),
    ...creatorShortcuts(user),
    ...(user?.role === 'admin' ? forAdmins : []),
    ...staticPages,
  ];
  return listed.map(({ label, to, keywords }) => ({
    label: typeof label === 'string' ? label : textOf(label),
    to,
    ...(keywords ? { keywords: textOf(keywords) } : {}),
  }));
}

/** The items whose words start with all typed words. Items that match by label alone come before those that match by keyword. */
export function filterByWords<Item extends { label: string; keywords?: string }>(
  items: readonly Item[],
  text: string,
): Item[] {
  if (!isSearch(text)) return [];
  const byLabel = items.filter(({ label }) => hasWords(label, text));
  const byKeyword = items.filter(
    (item) => !byLabel.includes(item) && hasWords(`${item.label} ${item.keywords ?? ''}`, text),
  );
  return [...byLabel, ...byKeyword];
}
