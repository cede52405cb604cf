import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { followCreator } from '#contract/creators/creators.ts';
import type { AnyEndpoint, CallInput } from '#contract/endpoint.ts';
import { skipWelcome } from '#contract/interests.ts';
import type { InProcessCall, PageRenderer, SharedDocument } from '#contract/page-renderer.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { Site } from '#contract/site.ts';
import { type Bundle, openBuild } from '#server/platform/pages/bundle.ts';
import type { TestClient } from '#testing/client.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const sharedPaths = ['/browse-tip-pools', '/', '/home', '/browse-tip-pools?sort=newest', '/?sort=newest'];
const unsharedPaths = [
  '/browse-tip-pools?search=song',
  '/?search=song',
  '/settings',
  '/my-account',
  '/pool/none',
  '/dashboard',
];
let bundle: Bundle;
let entry: PageRenderer;
let siteData: Site;
let pool: Pool;
let newcomer: Member;
let people: Member[];

/** The pages name endpoints without their schemas (contract/calls), which the client needs. */
const callerOf =
  (client: TestClient): InProcessCall =>
  (endpoint, input) =>
    client.call({ ...endpoint, output: z.unknown() }, input as CallInput<AnyEndpoint>);
const stateIn = (html: string) => JSON.parse(/id="state">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

function renderShared(url: string): Promise<SharedDocument | null> {
  const call = callerOf(stage.site.app.client());
  return entry.renderShared({ url, call, site: siteData, theme: null, choices: [], assetsOf: bundle.assetsOf });
}

async function sharedAt(path: string): Promise<SharedDocument> {
  const shared = await renderShared(path);
  if (!shared) throw new Error(`${path} is not shared`);
  return shared;
}

async function renderWhole(url: string, { client }: Member): Promise<string> {
  const user = (await client.call(getCurrentUser)) as CurrentUser;
  const call = callerOf(client);
  const request = {
    url,
    requestId: 'test',
    call,
    user,
    site: siteData,
    theme: null,
    choices: [],
    assetsOf: bundle.assetsOf,
  };
  return (await entry.render(request)).html;
}

async function fill({ texts, fill }: SharedDocument, { client }: Member): Promise<string | null> {
  const { role } = await client.call(getCurrentUser);
  const parts = await fill({ call: callerOf(client), role });
  return parts && texts.map((text, index) => text + (parts[index] ?? '')).join('');
}

/** The document without its state, and the state with its queries in a fixed order. */
function comparable(html: string) {
  const { queries, ...rest } = stateIn(html);
  const sorted = (queries as [unknown, unknown][]).map((entry) => JSON.stringify(entry)).sort();
  return { html: html.replace(/id="state">.*?<\/script>/, ''), rest, queries: sorted };
}

beforeAll(async () => {
  const { site } = stage;
  bundle = await openBuild();
  entry = await bundle.entry();
  siteData = stateIn(await (await site.app.client().raw('GET', '/')).text()).site;
  const owner = await site.member('owner');
  const creator = await site.creator();
  pool = await site.newPool(owner, creator, { title: 'A song about the harbour' });
  const [fan, suspended, another] = await site.crowd(3, 'pays');
  if (!fan || !suspended || !another) throw new Error('the crowd is empty');
  newcomer = await site.member('newcomer');
  people = [owner, creator, fan, suspended, another, site.admin];
  for (const { client } of people) await client.call(skipWelcome);
  await fan.client.call(followCreator, { params: { username: creator.username } });
  await site.pledge(fan, pool, 1700);
  await site.pledge(suspended, pool, 1100);
  await site.sql`update users set suspended_at = now(), suspended_reason = 'The reason of one' where id = ${suspended.id}`;
});

describe('a document for all signed-in people', () => {
  it('is the same page as one rendered for the person, in every role', async () => {
    for (const path of sharedPaths) {
      const shared = await sharedAt(path);
      for (const person of people) {
        const [filled, whole] = [await fill(shared, person), await renderWhole(path, person)];
        expect(comparable(filled ?? ''), `${path} for ${person.username}`).toEqual(comparable(whole));
      }
    }
  });

  it('contains nothing about a person, and a filled page nothing about another', async () => {
    const secretsOf = async ({ client, email }: Member) => [
      email,
      ...(await client.call(listMyPledges)).map(({ id }) => id),
    ];
    const secrets = await Promise.all(people.map(secretsOf));
    for (const path of sharedPaths) {
      const shared = await sharedAt(path);
      const text = shared.texts.join('');
      expect(text).toContain(pool.title);
      expect(secrets.flat().filter((secret) => text.includes(secret))).toEqual([]);
      for (const [index, page] of (await Promise.all(people.map((person) => fill(shared, person)))).entries()) {
        const known = secrets.map((told) => told.filter((secret) => page?.includes(secret)));
        expect(known[index], `${path} for ${people[index]?.username}`).toContain(people[index]?.email);
        expect(known.toSpliced(index, 1).flat()).toEqual([]);
      }
    }
  });

  it('is refused for pages and searches that depend on the person', async () => {
    for (const path of unsharedPaths) expect(await renderShared(path), path).toBeNull();
  });

  it('gives way to a page for one person when a part needs the ids of the whole page', async () => {
    const filled = await fill(await sharedAt('/'), newcomer);
    if (filled) expect(comparable(filled)).toEqual(comparable(await renderWhole('/', newcomer)));
    const answer = await newcomer.client.raw('GET', '/');
    expect([answer.status, (await answer.text()).includes(newcomer.email)]).toEqual([200, true]);
  });
});

describe('the feed of a signed-in person', () => {
  it('shows their pledge and name before scripts run', async () => {
    const [, , fan] = people;
    if (!fan) throw new Error('there is no fan');
    for (const path of ['/', '/browse-tip-pools']) {
      const html = await (await fan.client.raw('GET', path)).text();
      expect([html.includes('Pools you back'), html.includes(`@<!-- -->${fan.username}</span>`)]).toEqual([true, true]);
    }
  });

  it('follows a change of the person, and of another person, at once', async () => {
    const person = people[4];
    if (!person) throw new Error('there is no other person');
    const backs = async () =>
      (await (await person.client.raw('GET', '/browse-tip-pools')).text()).includes('Pools you back');
    expect(await backs()).toBe(false);
    await stage.site.pledge(person, pool, 1300);
    expect(await backs()).toBe(true);
    const owner = people[0] as Member;
    await stage.site.newPool(owner, null, { title: 'A song about the tide' });
    expect(await (await person.client.raw('GET', '/browse-tip-pools')).text()).toContain('A song about the tide');
  });
});
