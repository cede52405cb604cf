import { paths } from '#contract/paths.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';

/** An address whose answer is large, asked for by a visitor or with a session. */
export interface LargeAnswer {
  path: string;
  cookie: string;
  who: string;
  bytes: number;
}

const forEveryone = [
  ...['/', paths.feed, paths.creators, paths.transparency, paths.howItWorks, paths.faq, paths.developers, '/nowhere'],
  ...['/api/docs', '/api/docs/admin', '/api/docs/pools', '/api/docs/user', '/api/openapi.json'],
  ...['/api/pools?pageSize=100', '/api/creators', '/api/categories', '/api/transparency/moderation'],
  ...['/feed.xml', '/feed.atom', '/sitemap.xml', '/sitemap-pages.xml', '/sitemap-pools-1.xml', '/share/site.jpg'],
];
const forPeople = [paths.settings, paths.notifications, paths.messages, paths.myAccount, '/api/notifications'];
// Without downloads, of which a person may make at most 120 an hour.
const forAdmins = [
  ...[paths.admin, paths.adminUsers, paths.adminPools, paths.adminMoney, paths.adminHealth, paths.adminAudit],
  '/api/admin/users?pageSize=100',
];

async function signIn(url: string, label: string): Promise<string> {
  const account = demoAccounts.find((each) => each.label === label);
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account?.email, password: account?.password }),
  });
  if (!answer.ok) throw new Error(`${label} could not sign in: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** The files that a page loads, and its pictures. */
async function filesOf(url: string, path: string): Promise<string[]> {
  const page = await (await fetch(url + path)).text();
  return [...page.matchAll(/(?:src|href|poster)="(\/(?:assets|media)\/[^"]+)"/g)].map((match) => match[1] ?? '');
}

/** The largest answers of a server with the demo content. */
export async function findLargeAnswers(url: string, most: number): Promise<LargeAnswer[]> {
  const cookies = { visitor: '', fan: await signIn(url, 'Fan'), admin: await signIn(url, 'Admin') };
  const files = [...new Set([...(await filesOf(url, '/')), ...(await filesOf(url, paths.feed))])];
  const requests = [
    ...[...forEveryone, ...files].map((path) => ({ path, who: 'visitor' as const })),
    ...[...forEveryone, ...forPeople].map((path) => ({ path, who: 'fan' as const })),
    ...[...forEveryone, ...forAdmins].map((path) => ({ path, who: 'admin' as const })),
  ];
  const answers: LargeAnswer[] = [];
  for (const { path, who } of requests) {
    const answer = await fetch(url + path, { headers: { cookie: cookies[who], 'accept-encoding': 'identity' } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    answers.push({ path, who, cookie: cookies[who], bytes });
  }
  return answers.sort((a, b) => b.bytes - a.bytes).slice(0, most);
}
