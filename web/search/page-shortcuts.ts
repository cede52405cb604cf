import type { CurrentUser } from '#contract/accounts.ts';
import { type Message, msg, type Text, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';

export interface PageShortcut {
  label: Text;
  to: string;
  /** More words by which the search finds this page. */
  keywords?: Text;
}

type Listed = Record<'label', Message> & Pick<PageShortcut, 'to'> & { keywords?: Message };

const forAnyone: readonly Listed[] = [
  { label: msg`Browse pools`, to: paths.feed, keywords: msg`feed tip pools explore discover` },
  { label: msg`Creators`, to: paths.creators, keywords: msg`people artists` },
  { label: msg`Create pool`, to: paths.createPool, keywords: msg`new start ask` },
];

const forMembers: readonly Listed[] = [
  { label: msg`My account`, to: paths.myAccount, keywords: msg`my pools pledges receipts profile cards` },
  { label: msg`Favorites`, to: paths.favorites, keywords: msg`likes liked hearts` },
  { label: msg`Following`, to: paths.following, keywords: msg`followed pools news saved bookmarks reminders` },
  { label: msg`Users`, to: paths.users, keywords: msg`people fans members` },
  {
    label: msg`Settings`,
    to: paths.settings,
    keywords: msg`password email mail notifications avatar theme sessions export delete`,
  },
];

const forAdmins: readonly Listed[] = [
  { label: msg`Admin Dashboard`, to: paths.admin },
  { label: msg`Admin: pools`, to: paths.adminPools },
  { label: msg`Admin: verifications`, to: paths.adminVerifications, keywords: msg`applications` },
  { label: msg`Admin: claims`, to: paths.adminClaims },
  { label: msg`Admin: content claims`, to: paths.adminContentClaims, keywords: msg`deliveries` },
  { label: msg`Admin: money`, to: paths.adminMoney, keywords: msg`ledger payouts refunds reconcile statements` },
  { label: msg`Admin: reports`, to: paths.adminReports, keywords: msg`objections` },
];

const staticPages: readonly Listed[] = [
  { label: msg`How it works`, to: paths.howItWorks, keywords: msg`help guide steps` },
  { label: msg`For fans`, to: paths.forFans, keywords: msg`help` },
  { label: msg`For creators`, to: paths.forCreators, keywords: msg`help` },
  { label: msg`FAQ`, to: paths.faq, keywords: msg`help questions answers` },
  { label: msg`Transparency`, to: paths.transparency, keywords: msg`ledger books proof verify payment check` },
  { label: msg`About us`, to: paths.aboutUs },
  { label: msg`Contact us`, to: paths.contactUs, keywords: msg`help support mail` },
  { label: msg`Terms of service`, to: paths.termsOfService, keywords: msg`legal` },
  { label: msg`Creator agreement`, to: paths.creatorAgreement, keywords: msg`legal` },
  { label: msg`Privacy policy`, to: paths.privacyPolicy, keywords: msg`legal data gdpr` },
  { label: msg`Cookie policy`, to: paths.cookiePolicy, keywords: msg`legal` },
  { label: msg`CCPA`, to: paths.ccpa, keywords: msg`legal california privacy` },
  { label: msg`Copyright`, to: paths.copyright, keywords: msg`legal dmca` },
  { label: msg`Trademark policy`, to: paths.trademarkPolicy, keywords: msg`legal` },
  { label: msg`USC 2257`, to: paths.usc2257, keywords: msg`legal` },
];

type Viewer = Pick<CurrentUser, 'role'> | null;

function creatorShortcuts(user: Viewer): Listed[] {
  if (user && user.role !== 'user')
    return [{ label: msg`Creator Dashboard`, to: paths.dashboard, keywords: msg`requests earnings` }];
  return [{ label: msg`Become a Creator`, to: paths.becomeCreator, keywords: msg`apply verify` }];
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
    label: textOf(label),
    to,
    ...(keywords ? { keywords: textOf(keywords) } : {}),
  }));
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
