import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listComments } from '#contract/comments.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { listUpdates } from '#contract/updates.ts';
import { runWaiting } from '#testing/app.ts';
import { closeChatClients } from '#testing/chat-client.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type ApartStage, openApartStage, word } from './apart-stage.ts';
import type { Member } from './http-site.ts';

/**
 * The promise of the block dialog, over every call that only reads. A new call that shows what people write fails here until it asks
 * `writers_hidden_from`.
 */

/** Where a person reads what another one wrote, if no block is between them. A call that is missing here is tested, too. */
const placesOfWords = [
  'GET /api/pools/:id/comments',
  'GET /api/comments/:id/replies',
  'GET /api/updates/:id/comments',
  'GET /api/pools/:id/updates',
  'GET /api/categories/:id/messages',
  'GET /api/pools/:id/messages',
  'GET /api/conversations/:id/messages',
  'GET /api/conversations/search',
  'GET /api/messages/:id/replies',
  'GET /api/notifications',
];

let stage: ApartStage;
beforeAll(async () => {
  stage = await openApartStage();
  for (const who of [stage.fan, stage.creator]) await stage.write(who, '');
  await notices();
}, 120_000);
afterAll(async () => {
  closeChatClients();
  await stage.site.close();
});

async function notices(): Promise<void> {
  await stage.site.app.settle();
  await runWaiting(stage.site.app, 'notify.message');
}

const block = (who: Member, other: Member) => who.client.call(blockUser, { params: { id: other.id } });
const unblock = (who: Member, other: Member) => who.client.call(unblockUser, { params: { id: other.id } });
/** A call and a text per line. */
const linesOf = (found: Map<string, Set<string>>) =>
  [...found].flatMap(([name, kinds]) => [...kinds].map((kind) => `${name}: ${kind}`)).sort();

it('without a block, each reads what the other writes in all these places', async () => {
  for (const [reader, writer] of [
    [stage.fan, stage.creator],
    [stage.creator, stage.fan],
  ] as const) {
    const found = await stage.readAll(reader, writer);
    expect([...found.keys()]).toEqual(expect.arrayContaining(placesOfWords));
  }
  // The creator wrote last in the conversation.
  expect(linesOf(await stage.readAll(stage.fan, stage.creator))).toEqual(
    expect.arrayContaining([
      'GET /api/conversations: direct',
      'GET /api/conversations/:id: direct',
      'GET /api/creator-messages/:id: message',
    ]),
  );
  expect(linesOf(await stage.readAll(stage.creator, stage.fan))).toContain('GET /api/pools/:id/thanks: thanks');
});

describe.each(['the fan', 'the creator'] as const)('after a block by %s', (blocker) => {
  const people = () => {
    const { fan, creator } = stage;
    return blocker === 'the fan' ? { mine: fan, theirs: creator } : { mine: creator, theirs: fan };
  };
  beforeAll(() => block(people().mine, people().theirs));
  afterAll(() => unblock(people().mine, people().theirs));

  it('neither reads anything that the other wrote, except the updates of a pool that a fan backs', async () => {
    const readByFan = linesOf(await stage.readAll(stage.fan, stage.creator));
    const kept = ['GET /api/notifications: kept-update', 'GET /api/pools/:id/updates: kept-update'];
    expect(readByFan.filter((line) => !line.includes('kept-update'))).toEqual([]);
    expect(readByFan).toEqual(blocker === 'the fan' ? [] : expect.arrayContaining(kept));
    expect(linesOf(await stage.readAll(stage.creator, stage.fan))).toEqual([]);
  });

  it('others read all of it, also visitors', async () => {
    for (const writer of [stage.fan, stage.creator]) {
      const found = await stage.readAll(stage.other, writer);
      expect(linesOf(found)).toEqual(
        expect.arrayContaining(['GET /api/pools/:id/comments: comment', 'GET /api/pools/:id/messages: pool-chat']),
      );
      const asVisitor = await stage.readAll(stage.site.visitor(), writer);
      expect(linesOf(asVisitor)).toContain('GET /api/pools/:id/comments: comment');
    }
  });

  it('no notice and no email brings what they write now', async () => {
    const { mine, theirs } = people();
    const round = blocker === 'the fan' ? '-later' : '-latest';
    const before = new Map<Member, number>();
    for (const who of [mine, theirs]) before.set(who, (await readOutbox(stage.site.app, who.email)).length);
    for (const who of [mine, theirs]) await stage.write(who, round);
    await notices();
    const keptLines = [
      `GET /api/notifications: kept-update${round}`,
      `GET /api/pools/:id/updates: kept-update${round}`,
    ];
    const readByFan = linesOf(await stage.readAll(stage.fan, stage.creator)).filter((line) => line.endsWith(round));
    expect(readByFan).toEqual(blocker === 'the fan' ? [] : keptLines);
    expect(linesOf(await stage.readAll(stage.creator, stage.fan))).toEqual([]);
    for (const who of [mine, theirs]) {
      const mails = (await readOutbox(stage.site.app, who.email)).slice(before.get(who));
      const quotes = mails.filter(({ text = '' }) => text.includes(word) && !text.includes('kept-update'));
      expect(quotes.map(({ subject }) => subject)).toEqual([]);
    }
  });

  it('the page keeps its counts and says what is hidden, without the person’s name', async () => {
    const { mine, theirs } = people();
    const pool = { params: { id: (await ownPool()) ?? '' } };
    const forOther = await stage.other.client.call(listComments, pool);
    for (const [reader, hidden] of [
      [mine, 'me'],
      [theirs, 'them'],
    ] as const) {
      const page = await reader.client.call(listComments, pool);
      expect(page.pagination).toEqual(forOther.pagination);
      expect(page.comments.map(({ id, replyCount }) => [id, replyCount])).toEqual(
        forOther.comments.map(({ id, replyCount }) => [id, replyCount]),
      );
      const folded = page.comments.filter((comment) => comment.hidden !== null);
      expect(folded.length).toBeGreaterThan(0);
      for (const comment of folded)
        expect(comment).toMatchObject({ hidden, content: '', author: null, likeCount: 0, canDelete: false });
      const { updates, pagination } = await reader.client.call(listUpdates, pool);
      expect(updates).toHaveLength(pagination.totalCount);
      const foldedUpdates = updates.filter((update) => update.hidden !== null);
      expect(foldedUpdates.length).toBeGreaterThan(0);
      for (const update of foldedUpdates)
        expect(update).toMatchObject({ hidden, content: '', author: null, images: [] });
    }
  });
});

it('an admin who blocks a person reads everything', async () => {
  const { admin } = stage.site;
  await block(admin, stage.fan);
  expect(linesOf(await stage.readAll(admin, stage.fan))).toEqual(
    expect.arrayContaining([
      'GET /api/pools/:id/comments: comment',
      'GET /api/pools/:id/updates: update',
      'GET /api/pools/:id/messages: pool-chat',
    ]),
  );
  await unblock(admin, stage.fan);
});

it('after the end of the block, each reads everything again', async () => {
  expect([...(await stage.readAll(stage.fan, stage.creator)).keys()]).toEqual(expect.arrayContaining(placesOfWords));
  expect([...(await stage.readAll(stage.creator, stage.fan)).keys()]).toEqual(expect.arrayContaining(placesOfWords));
});

async function ownPool(): Promise<string | undefined> {
  const [row] = await stage.site.sql<{ id: string }[]>`select id from pools where owner_id = ${stage.fan.id}`;
  return row?.id;
}
