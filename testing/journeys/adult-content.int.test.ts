import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { openPoolConversation } from '#contract/chat/chat.ts';
import { addComment } from '#contract/comments.ts';
import { messageContributors } from '#contract/contributors.ts';
import { followCreator } from '#contract/creators/creators.ts';
import { publishFile } from '#contract/gallery.ts';
import { likePool } from '#contract/likes.ts';
import { acceptPool, type Pool } from '#contract/pools/pools.ts';
import { savePool } from '#contract/saves.ts';
import { updateProfile } from '#contract/settings.ts';
import { addUpdateComment, postUpdate } from '#contract/updates.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import type { TestClient } from '#testing/client.ts';
import { type CreatorMember, HttpSite, type Member, type Someone } from './http-site.ts';
import { uploadPicture } from './uploads.ts';

/** Every text that only adults may see has this word. */
const telling = /velvet/i;

let site: HttpSite;
/** Another node of the same site, which no longer offers adult content. */
let off: TestApp;
let owner: Member;
let backer: Member;
/** A creator with an adult profile. */
let ember: CreatorMember;
let pool: Pool;
let picture: string;
/** Objects of the pool that have an address. */
let ids: Record<'comment' | 'update' | 'message' | 'pledge' | 'conversation', string>;
let viewers: Record<string, Someone>;

/** Someone who has passed the age gate and acts on the pool. */
const grown = (who: Member): TestClient => site.grown(who).client;

beforeAll(async () => {
  site = await HttpSite.open();
  let stranger: Member;
  [ember, owner, backer, stranger] = await Promise.all([
    site.creator(),
    site.member('owner'),
    site.member('backer'),
    site.member('stranger'),
  ]);
  viewers = { visitor: site.visitor(), stranger, backer, owner, creator: ember, admin: site.admin };
  await site.sql`
    update creator_profiles set category_id = (select id from categories where adult), display_name = 'Velvet Ember',
      full_name = 'Velvet Ember' where id = ${ember.profileId}`;
  const { username } = ember;
  await grown(ember).call(updateProfile, { body: { displayName: 'Velvet Ember', username, bio: 'Velvet words' } });
  await makePool();
  off = await startTestApp({
    beside: site.app,
    env: { ADULT_CONTENT: 'off', DATA_DIR: site.app.context.config.dataDir },
  });
});
afterAll(async () => {
  closeChatClients();
  await off?.close();
  await site?.close();
});

/** A completed adult pool with a file in its creator's gallery, and everything that people write on the way. */
async function makePool(): Promise<void> {
  const { id: imageId, url } = await uploadPicture(owner, '#8e44ad');
  picture = url;
  const form = { title: 'A velvet evening', description: 'With velvet curtains.', categories: ['NSFW'] };
  pool = await site.newPool(owner, ember, { ...form, imageIds: [imageId], fundingGoal: 10_00 });
  const at = { params: { id: pool.id } };
  await site.admin.client.call(actOnPool, { ...at, body: { action: 'open' } });
  const fan = { ...backer, client: grown(backer) };
  const pledge = await site.pledge(fan, pool, 20_00);
  await grown(ember).call(acceptPool, { ...at, body: { deliveryDays: 7, floorCents: 10_00 } });
  await site.app.settle();
  await fan.client.call(likePool, at);
  await fan.client.call(savePool, at);
  await fan.client.call(followCreator, { params: { username: ember.username } });
  const comment = await fan.client.call(addComment, { ...at, body: { content: 'Such velvet' } });
  await grown(owner).call(addComment, { ...at, body: { content: 'More velvet', parentId: comment.id } });
  const news = { content: 'Velvet news', audience: 'everyone', requestKey: randomUUID() } as const;
  const update = await grown(ember).call(postUpdate, { ...at, body: news });
  await fan.client.call(addUpdateComment, { params: { id: update.id }, body: { content: 'Velvet, at last' } });
  const words = { text: 'A velvet letter', requestKey: randomUUID() };
  const { id: message } = await grown(ember).call(messageContributors, { ...at, body: words });
  let conversation = '';
  for (const who of [ember, fan]) {
    const opened = await grown(who).call(openPoolConversation, { body: { poolId: pool.id } });
    conversation = opened.conversationId;
  }
  for (const who of [ember, backer]) {
    const cookies = { sid: who.client.cookies.get('sid') ?? '', age_verified: '1' };
    const window = await chatClient(site.app, null, { cookies });
    const content = 'Velvet in the chat';
    expect(await window.sendDirect(conversation, content)).toMatchObject({ content });
    expect(await window.say('NSFW', content)).toMatchObject({ content });
  }
  const file = await site.upload(ember, new Uint8Array([1, 2, 3]), 'velvet.mp3', 'audio/mpeg');
  await site.deliver(ember, pool, { uploadIds: [file] });
  await site.review(pool);
  await site.letTimePass(pool);
  await site.poolIs(pool.id, 'completed');
  const [delivery] = await site.read(ember, pool);
  await ember.client.call(publishFile, { params: { id: delivery?.files[0]?.id ?? '' } });
  ids = { comment: comment.id, update: update.id, message, pledge: pledge.id, conversation };
}

const everyone = ['visitor', 'stranger', 'backer', 'owner', 'creator', 'admin'];
const members = everyone.slice(1);

/** Every list and page that shows the pool or its creator, by path, with the viewers who find something there. */
const surfaces = (): [path: string, shownTo: string[]][] => [
  [`/api/pools/${pool.id}`, everyone],
  [`/api/pools/resolve?path=/pool/${pool.id}`, everyone],
  ['/api/pools', everyone],
  ['/api/pools?sort=trending', everyone],
  ['/api/pools?category=NSFW', everyone],
  ['/api/pools?categories=NSFW,Music', everyone],
  ['/api/pools?search=evening', everyone],
  [`/api/pools?creator=${ember.username}`, everyone],
  ['/api/search?q=velvet', everyone],
  ['/api/creators', everyone],
  ['/api/creators?category=NSFW', everyone],
  ['/api/creators?search=velvet', everyone],
  ['/api/creators/search?name=velvet', everyone],
  [`/api/creators/${ember.username}`, everyone],
  [`/api/creators/${ember.username}/gallery`, everyone],
  [`/api/users/${ember.username}`, everyone],
  [`/api/users/${owner.username}/pools`, everyone],
  [`/api/users/${backer.username}/backs`, everyone],
  [`/api/users/${backer.username}/follows`, everyone],
  ['/api/users?search=velvet', members],
  ['/api/users/search?q=velvet', members.filter((name) => name !== 'creator')],
  [`/api/pools/${pool.id}/comments`, everyone],
  [`/api/comments/${ids.comment}/replies`, everyone],
  [`/api/pools/${pool.id}/updates`, everyone],
  [`/api/updates/${ids.update}/comments`, everyone],
  [`/api/pools/${pool.id}/messages`, everyone],
  ['/api/categories/NSFW/messages', everyone],
  [`/api/chat/people?roomId=${ids.conversation}&q=vel`, ['stranger', 'owner', 'backer', 'admin']],
  [`/api/conversations/${ids.conversation}/messages`, everyone],
  [`/api/conversations/${ids.conversation}`, ['backer', 'creator']],
  ['/api/conversations', ['backer', 'creator']],
  ['/api/conversations/search?q=velvet', ['backer', 'creator']],
  ['/api/user/liked-pools', ['backer']],
  ['/api/user/saved-pools', ['backer']],
  ['/api/user/pledges', ['backer']],
  ['/api/user/pools', ['owner']],
  [`/api/pledges/${ids.pledge}`, ['backer']],
  [`/api/pledges/${ids.pledge}/receipt`, ['backer']],
  [`/api/creator-messages/${ids.message}`, ['backer', 'creator', 'admin']],
  ['/api/notifications', ['backer', 'owner', 'creator', 'admin']],
  ['/api/creator/dashboard', ['creator']],
  ['/api/creator/requests?stage=ended', ['creator']],
  [`/api/creator/requests/${pool.id}`, ['creator']],
  ['/api/creator/payouts', ['creator']],
  [`/api/creator/statement?month=${new Date().toISOString().slice(0, 7)}`, ['creator']],
];

/** A creator sees the name of the creator page that they own, also before the age gate. */
const own = () => [`/api/users/${ember.username}`, '/api/creator/dashboard'];

/** No one can pass an age gate here, so these never show adult content. */
const open = () => [
  '/feed.xml',
  '/feed.atom',
  '/category/NSFW/feed.xml',
  `/creator/${ember.username}/feed.xml`,
  '/sitemap-pages.xml',
  '/sitemap-pools-1.xml',
  '/sitemap-creators-1.xml',
  `/embed/pool/${pool.id}`,
  `/oembed?url=${encodeURIComponent(`${site.app.url}/pool/${pool.id}`)}`,
];

interface Kind {
  viewer: string;
  offered: boolean;
  cookie: boolean;
}

function clientOf({ viewer, offered, cookie }: Kind): TestClient {
  const client = (offered ? site.app : off).client();
  const sid = viewers[viewer]?.client.cookies.get('sid');
  if (sid) client.cookies.set('sid', sid);
  if (cookie) client.cookies.set('age_verified', '1');
  return client;
}

const textOf = async (client: TestClient, path: string) => (await client.raw('GET', path)).text();
const read = async (client: TestClient, path: string) => JSON.parse(await textOf(client, path));

const kinds: Kind[] = everyone.flatMap((viewer) =>
  [true, false].flatMap((offered) => [true, false].map((cookie) => ({ viewer, offered, cookie }))),
);

describe.each(kinds)('$viewer, adult content offered: $offered, age cookie: $cookie', (kind) => {
  const sees = kind.offered && kind.cookie;

  it('sees adult content everywhere or nowhere', async () => {
    const client = clientOf(kind);
    const pages: string[] = [];
    for (const [path] of surfaces()) if (telling.test(await textOf(client, path))) pages.push(path);
    const hasOwn = (path: string) => kind.viewer === 'creator' && own().includes(path);
    const due = surfaces().filter(([path, to]) => (sees ? to.includes(kind.viewer) : hasOwn(path)));
    expect(pages).toEqual(due.map(([path]) => path));
    const headers = { cookie: [...client.cookies].map((cookie) => cookie.join('=')).join('; ') };
    for (const path of open()) {
      const response = await fetch(new URL(path, (kind.offered ? site.app : off).url), { headers });
      expect(await response.text(), path).not.toMatch(telling);
    }
  });

  it('counts the pools and creators that the lists show', async () => {
    const client = clientOf(kind);
    const n = sees ? 1 : 0;
    const total = async (path: string) => (await read(client, path)).pagination?.totalCount ?? 0;
    expect(await total('/api/pools')).toBe(n);
    expect((await read(client, '/api/pools/total-count')).total).toBe(n);
    expect(await total(`/api/pools?creator=${ember.username}`)).toBe(n);
    expect((await read(client, `/api/creators/${ember.username}`)).poolCount).toBe(n);
    expect(await total('/api/creators')).toBe(n);
    expect((await read(client, `/api/users/${owner.username}`)).poolCount).toBe(n);
    expect((await read(client, `/api/users/${backer.username}`)).backCount).toBe(n);
  });

  it('gets the picture only with the pool, except its owner and admins', async () => {
    const { status } = await clientOf(kind).raw('GET', picture);
    expect(status).toBe(sees || kind.viewer === 'owner' || kind.viewer === 'admin' ? 200 : 403);
  });

  it('is told which gate is closed, and cannot act behind it', async () => {
    const client = clientOf(kind);
    const gate = sees ? null : kind.offered ? 'age' : 'off';
    expect(await read(client, `/api/pools/${pool.id}`)).toMatchObject({ adult: true, adultGate: gate });
    if (kind.viewer === 'visitor') return;
    const liking = await client.raw('POST', `/api/pools/${pool.id}/like`);
    const answer = await liking.json();
    if (sees) expect(liking.status).toBe(200);
    else
      expect(answer).toMatchObject({
        code: 'age_gate',
        message: gate === 'off' ? 'This site doesn’t offer adult content.' : expect.stringContaining('18 or older'),
      });
  });
});
