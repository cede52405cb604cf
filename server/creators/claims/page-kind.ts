import type { ClaimPageKind } from '#contract/claims.ts';

/**
 * The profile pages of platforms on which only the owner of the profile writes. Other pages of the same hosts, such as one video, do not
 * name the person.
 */
const profilePages: readonly { hosts: readonly string[]; path: RegExp }[] = [
  {
    hosts: ['youtube.com', 'm.youtube.com'],
    path: /^\/(?:@[^/]+|(?:channel|c|user)\/[^/]+)(?:\/(?:about|featured))?$/,
  },
  { hosts: ['instagram.com'], path: /^\/(?!(?:p|reel|reels|explore|stories|accounts|direct|tv)$)[\w.]+$/i },
  { hosts: ['tiktok.com'], path: /^\/@[\w.]+$/ },
  {
    hosts: ['twitter.com', 'x.com', 'mobile.twitter.com'],
    path: /^\/(?!(?:home|search|explore|i|intent|hashtag)$)\w+$/i,
  },
  { hosts: ['onlyfans.com'], path: /^\/(?!(?:my|posts|settings|help)$)[\w.-]+$/i },
];
const anyProfile = /^\/@?[\w.-]+$/;

// cspell:ignore blogspot weebly wixsite firebaseapp herokuapp onrender neocities carrd livejournal substack linktr jimdosite webflow pastebin rentry telegra angelfire webhostapp infinityfreeapp duckdns

/** Hosts that give anyone a page, or a name under their own, for free and without a look at who they are. */
const freeHosts = [
  'blogspot.com',
  'wordpress.com',
  'weebly.com',
  'wixsite.com',
  'github.io',
  'gitlab.io',
  'pages.dev',
  'workers.dev',
  'netlify.app',
  'vercel.app',
  'web.app',
  'firebaseapp.com',
  'herokuapp.com',
  'onrender.com',
  'glitch.me',
  'neocities.org',
  'carrd.co',
  'tumblr.com',
  'livejournal.com',
  'substack.com',
  'medium.com',
  'linktr.ee',
  'beacons.ai',
  'bio.link',
  'about.me',
  'jimdosite.com',
  'webflow.io',
  'notion.site',
  'sites.google.com',
  'docs.google.com',
  'pastebin.com',
  'gist.github.com',
  'gist.githubusercontent.com',
  'rentry.co',
  'telegra.ph',
  'angelfire.com',
  'tripod.com',
  '000webhostapp.com',
  'infinityfreeapp.com',
  'duckdns.org',
  'ngrok.io',
  'ngrok-free.app',
];

/**
 * What a page says about its owner: `platform` is a profile page of a known platform, or of one that the operator added
 * (`CLAIM_PLATFORMS`, host names with the port if it is not the usual one); `free_host` is a page that anyone gets for free; `unknown`
 * is every other page, also the other pages of a platform.
 */
export function pageKindOf(page: string, morePlatforms: readonly string[]): ClaimPageKind {
  if (!URL.canParse(page)) return 'unknown';
  const { host, hostname, pathname } = new URL(page);
  const name = hostname.replace(/^www\./, '');
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  if (freeHosts.some((free) => name === free || name.endsWith(`.${free}`))) return 'free_host';
  const isProfile =
    profilePages.some(({ hosts, path: shape }) => hosts.includes(name) && shape.test(path)) ||
    (morePlatforms.includes(host.replace(/^www\./, '')) && anyProfile.test(path));
  return isProfile ? 'platform' : 'unknown';
}
