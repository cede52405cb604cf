import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/paths.ts';

export interface PageShortcut {
  label: string;
  to: string;
  /** More words by which the search finds this page. */
  keywords?: string;
}

const forAnyone: readonly PageShortcut[] = [
  { label: 'Browse pools', to: paths.feed, keywords: 'feed tip pools explore discover' },
  { label: 'Creators', to: paths.creators, keywords: 'people artists' },
  { label: 'Create pool', to: paths.createPool, keywords: 'new start ask' },
];

const forMembers: readonly PageShortcut[] = [
  { label: 'My account', to: paths.myAccount, keywords: 'my pools pledges receipts profile cards' },
  { label: 'Favorites', to: paths.favorites, keywords: 'likes liked hearts' },
  { label: 'Following', to: paths.following, keywords: 'followed pools news saved bookmarks reminders' },
  { label: 'Users', to: paths.users, keywords: 'people fans members' },
  {
    label: 'Settings',
    to: paths.settings,
    keywords: 'password email mail notifications avatar theme sessions export delete',
  },
];

const forAdmins: readonly PageShortcut[] = [
  { label: 'Admin Dashboard', to: paths.admin },
  { label: 'Admin: pools', to: paths.adminPools },
  { label: 'Admin: verifications', to: paths.adminVerifications, keywords: 'applications' },
  { label: 'Admin: claims', to: paths.adminClaims },
  { label: 'Admin: content claims', to: paths.adminContentClaims, keywords: 'deliveries' },
  { label: 'Admin: money', to: paths.adminMoney, keywords: 'ledger payouts refunds reconcile statements' },
  { label: 'Admin: reports', to: paths.adminReports, keywords: 'objections' },
];

const staticPages: readonly PageShortcut[] = [
  { label: 'How it works', to: paths.howItWorks, keywords: 'help guide steps' },
  { label: 'For fans', to: paths.forFans, keywords: 'help' },
  { label: 'For creators', to: paths.forCreators, keywords: 'help' },
  { label: 'FAQ', to: paths.faq, keywords: 'help questions answers' },
  { label: 'Transparency', to: paths.transparency, keywords: 'ledger books proof verify payment check' },
  { label: 'About us', to: paths.aboutUs },
  { label: 'Contact us', to: paths.contactUs, keywords: 'help support mail' },
  { label: 'Terms of service', to: paths.termsOfService, keywords: 'legal' },
  { label: 'Creator agreement', to: paths.creatorAgreement, keywords: 'legal' },
  { label: 'Privacy policy', to: paths.privacyPolicy, keywords: 'legal data gdpr' },
  { label: 'Cookie policy', to: paths.cookiePolicy, keywords: 'legal' },
  { label: 'CCPA', to: paths.ccpa, keywords: 'legal california privacy' },
  { label: 'Copyright', to: paths.copyright, keywords: 'legal dmca' },
  { label: 'Trademark policy', to: paths.trademarkPolicy, keywords: 'legal' },
  { label: 'USC 2257', to: paths.usc2257, keywords: 'legal' },
];

type Viewer = Pick<CurrentUser, 'role'> | null;

function creatorShortcuts(user: Viewer): PageShortcut[] {
  if (user && user.role !== 'user')
    return [{ label: 'Creator Dashboard', to: paths.dashboard, keywords: 'requests earnings' }];
  return [{ label: 'Become a Creator', to: paths.becomeCreator, keywords: 'apply verify' }];
}

/** The pages that the viewer can open, the most used first. */
export function pageShortcutsFor(user: Viewer): PageShortcut[] {
  return [
    ...forAnyone,
    ...(user ? forMembers : []),
    ...creatorShortcuts(user),
    ...(user?.role === 'admin' ? forAdmins : []),
    ...staticPages,
  ];
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The items whose words start with all typed words. Items that match by label alone come before those that match by keyword. */
export function filterByWords<Item extends { label: string; keywords?: string }>(
  items: readonly Item[],
  text: string,
): Item[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const matches = (words: string) => {
    const known = wordsOf(words);
    return typed.every((word) => known.some((other) => other.startsWith(word)));
  };
  const byLabel = items.filter(({ label }) => matches(label));
  const byKeyword = items.filter((item) => !byLabel.includes(item) && matches(`${item.label} ${item.keywords ?? ''}`));
  return [...byLabel, ...byKeyword];
}
