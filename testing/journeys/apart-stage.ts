import { randomUUID } from 'node:crypto';
import { openDirectConversation, openPoolConversation } from '#contract/chat/chat.ts';
import { addComment } from '#contract/comments.ts';
import { messageContributors } from '#contract/contributors.ts';
import { endpointUrl } from '#contract/endpoint.ts';
import { thankCreator } from '#contract/thanks.ts';
import { addUpdateComment, postUpdate } from '#contract/updates.ts';
import { chatClient } from '#testing/chat-client.ts';
import type { TestClient } from '#testing/client.ts';
import type { Person } from '#testing/insert-person.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';
import { type ListedCall, listEndpoints, listRawCalls } from './listed-calls.ts';
import { sampleOf } from './schema-sample.ts';

// cspell:ignore zephyrwort

/** Every text of a stage contains this word, so that a search finds it. */
export const word = 'zephyrwort';

export interface ApartStage {
  site: HttpSite;
  /** Owns a pool that asks `creator`, and paid for a pool of `other` that the creator delivered. */
  fan: Member;
  creator: CreatorMember;
  other: Member;
  /** Writes everywhere as this person: "zephyrwort NAME KIND". The kinds end with `round`. */
  write(who: Member, round: string): Promise<void>;
  /** The texts of `writer` that the person reads in all calls that only read, by the name of the call. */
  readAll(reader: Pick<Member, 'client'>, writer: Member): Promise<Map<string, Set<string>>>;
}

/** A socket client of a member of the site. */
export const windowOf = ({ app }: HttpSite, { id, client }: Member) =>
  chatClient(app, { id, client } as Person, { cookies: Object.fromEntries(client.cookies) });

export async function openApartStage(): Promise<ApartStage> {
  const site = await HttpSite.open({ RATE_LIMITS: 'off' });
  const [fan, creator, other] = [await site.member('fan'), await site.creator(), await site.member('other')];
  await site.sql`update users set email_verified_at = now()`;
  const own = await site.newPool(fan, creator, { title: 'A pool of the fan' });
  const { pool: paid } = await site.funded(other, creator, [{ who: fan, cents: 10_00 }]);
  await site.deliver(creator, paid);
  await site.review(paid);
  await site.app.settle();

  const say = (who: Member, pool: string, content: string, parentId?: string) =>
    who.client.call(addComment, { params: { id: pool }, body: { content, ...(parentId ? { parentId } : {}) } });
  const thread = await say(other, own.id, 'A thread');
  const { conversationId: chat } = await other.client.call(openPoolConversation, { body: { poolId: own.id } });
  for (const who of [fan, creator]) await who.client.call(openPoolConversation, { body: { poolId: own.id } });
  const { id: direct } = await fan.client.call(openDirectConversation, { body: { otherUserId: creator.id } });
  const news = await other.client.call(postUpdate, {
    params: { id: paid.id },
    body: { content: 'News of another', audience: 'everyone', requestKey: randomUUID() },
  });
  const windows = new Map([fan, creator, other].map((who) => [who.id, windowOf(site, who)] as const));
  const topic = await (await windows.get(other.id))?.say(chat, 'A topic');
  const ids = new Set([own.id, paid.id, thread.id, chat, direct, news.id, topic?.id ?? '', 'Global', 'Music']);
  for (const { username } of [fan, creator, other]) ids.add(username);
  const keep = ({ id }: { id: string }) => ids.add(id);

  async function write(who: Member, round: string): Promise<void> {
    const text = (kind: string) => `${word} ${who.username} ${kind}${round}`;
    const to = who.id === fan.id ? creator : fan;
    const window = await windows.get(who.id);
    if (!window) throw new Error('no window');
    keep(await say(who, own.id, text('comment')));
    keep(await say(who, own.id, text('reply'), thread.id));
    const comment = { content: text('update-comment') };
    keep(await who.client.call(addUpdateComment, { params: { id: news.id }, body: comment }));
    const update = { audience: 'everyone', requestKey: randomUUID() } as const;
    keep(await who.client.call(postUpdate, { params: { id: own.id }, body: { content: text('update'), ...update } }));
    await window.say('Global', `@${to.username} ${text('global')}`);
    await window.say('Music', text('category'));
    const said = await window.say(chat, `@${to.username} ${text('pool-chat')}`);
    if (said.id) keep(said);
    await window.say(chat, text('chat-reply'), { parentMessageId: topic?.id });
    await window.sendDirect(direct, text('direct'));
    if (who.id === creator.id) {
      const key = { requestKey: randomUUID() };
      const params = { id: paid.id };
      const kept = { content: text('kept-update'), audience: 'everyone', ...key } as const;
      keep(await creator.client.call(postUpdate, { params, body: kept }));
      keep(await creator.client.call(messageContributors, { params, body: { text: text('message'), ...key } }));
    } else if (round === '') {
      await fan.client.call(thankCreator, { params: { id: paid.id }, body: { text: text('thanks') } });
    }
  }

  const endpoints = await listEndpoints();
  const calls = [...endpoints, ...(await listRawCalls(site.app.modules))];
  const reads = calls.filter(
    ({ method, path, who }) => method === 'GET' && who !== 'admin' && path.startsWith('/api/'),
  );

  async function readAll(reader: Pick<Member, 'client'>, writer: Member): Promise<Map<string, Set<string>>> {
    const found = new Map<string, Set<string>>();
    const texts = new RegExp(`${word} ${writer.username} [\\w-]+`, 'g');
    for (const call of reads) {
      const answers = await Promise.all(urlsOf(call, [...ids]).map((url) => bodyOf(reader.client, url)));
      for (const text of answers) {
        for (const match of text.match(texts) ?? []) {
          found.set(call.name, (found.get(call.name) ?? new Set()).add(match.split(' ')[2] ?? ''));
        }
      }
    }
    return found;
  }
  return { site, fan, creator, other, write, readAll };
}

async function bodyOf(client: TestClient, url: string): Promise<string> {
  const response = await client.raw('GET', url);
  if (response.status >= 500) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

/** The addresses of a call: with each id of the stage in its path, and with the word in its searches. */
function urlsOf({ path, endpoint }: ListedCall, ids: readonly string[]): string[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const sample = (endpoint?.query ? sampleOf(endpoint.query) : {}) as Record<string, unknown>;
  const asked = Object.fromEntries(['q', 'search'].filter((name) => name in sample).map((name) => [name, word]));
  const queries = Object.keys(asked).length > 0 ? [asked, {}] : [{}];
  const paths = names.length > 0 ? ids.map((id) => Object.fromEntries(names.map((name) => [name, id]))) : [{}];
  return paths.flatMap((params) => queries.map((query) => endpointUrl({ path }, params, query)));
}
