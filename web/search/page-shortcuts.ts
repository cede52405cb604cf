import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/paths.ts';

export interface PageShortcut {
  label: string;
  to: string;
  /** Other words that the search finds this page by. */
  also?: string;
}

const forAnyone: readonly PageShortcut[] = [
  { label: 'Browse pools', to: paths.feed, also: 'feed tip pools explore discover' },
  { label: 'Creators', to: paths.creators, also: 'people artists' },
  { label: 'Create pool', to: paths.createPool, also: 'new start ask' },
];

const forMembers: readonly PageShortcut[] = [
  { label: 'My account', to: paths.myAccount, also: 'my pools pledges receipts profile cards' },
  { label: 'Favorites', to: paths.favorites, also: 'likes liked hearts' },
  { label: 'Users', to: paths.users, also: 'people fans members' },
  {
    label: 'Settings',
    to: paths.settings,
    also: 'password e-mail email notifications avatar theme sessions export delete',
  },
];

const forAdmins: readonly PageShortcut[] = [
  { label: 'Admin Dashboard', to: paths.admin },
  { label: 'Admin: pools', to: paths.adminPools },
  { label: 'Admin: verifications', to: paths.adminVerifications, also: 'applications' },
  { label: 'Admin: claims', to: paths.adminClaims },
  { label: 'Admin: content claims', to: paths.adminContentClaims, also: 'deliveries' },
  { label: 'Admin: reports', to: paths.adminReports, also: 'objections' },
];

const readingPages: readonly PageShortcut[] = [
  { label: 'How it works', to: paths.howItWorks, also: 'help guide steps' },
  { label: 'For fans', to: paths.forFans, also: 'help' },
  { label: 'For creators', to: paths.forCreators, also: 'help' },
  { label: 'FAQ', to: paths.faq, also: 'help questions answers' },
  { label: 'About us', to: paths.aboutUs },
  { label: 'Contact us', to: paths.contactUs, also: 'help support mail' },
  { label: 'Terms of service', to: paths.termsOfService, also: 'legal' },
  { label: 'Creator agreement', to: paths.creatorAgreement, also: 'legal' },
  { label: 'Privacy policy', to: paths.privacyPolicy, also: 'legal data gdpr' },
  { label: 'Cookie policy', to: paths.cookiePolicy, also: 'legal' },
  { label: 'CCPA', to: paths.ccpa, also: 'legal california privacy' },
  { label: 'Copyright', to: paths.copyright, also: 'legal dmca' },
  { label: 'Trademark policy', to: paths.trademarkPolicy, also: 'legal' },
  { label: 'USC 2257', to: paths.usc2257, also: 'legal' },
];

type Someone = Pick<CurrentUser, 'role'> | null;

function creatorShortcuts(user: Someone): PageShortcut[] {
  if (user && user.role !== 'user')
    return [{ label: 'Creator Dashboard', to: paths.dashboard, also: 'requests earnings' }];
  return [{ label: 'Become a Creator', to: paths.becomeCreator, also: 'apply verify' }];
}

/** The pages that a person can open, the most used first. */
export function pageShortcutsFor(user: Someone): PageShortcut[] {
  return [
    ...forAnyone,
    ...(user ? forMembers : []),
    ...creatorShortcuts(user),
    ...(user?.role === 'admin' ? forAdmins : []),
    ...readingPages,
  ];
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Those in whose words every word that was typed begins; what is called so before what is only known by it. */
export function matching<Named extends { label: string; also?: string }>(
  things: readonly Named[],
  text: string,
): Named[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return [];
  const has = (words: string) => {
    const known = wordsOf(words);
    return typed.every((word) => known.some((other) => other.startsWith(word)));
  };
  const named = things.filter(({ label }) => has(label));
  return [...named, ...things.filter((thing) => !named.includes(thing) && has(`${thing.label} ${thing.also ?? ''}`))];
}
