import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideReport, listReports } from '#contract/admin/moderation.ts';
import { addComment, deleteComment, listComments, listReplies } from '#contract/comments.ts';
import { listNotifications } from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { listPools, type Pool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { searchEverything } from '#contract/search.ts';
import { deleteAccount, exportPath } from '#contract/settings.ts';
import { feedPath } from '#contract/sharing.ts';
import {
  addUpdateComment,
  deleteUpdate,
  editUpdate,
  likeUpdate,
  listUpdateComments,
  listUpdates,
  postUpdate,
  type Update,
  type UpdateAudience,
  unlikeUpdate,
} from '#contract/updates.ts';
import { readOutbox } from '#testing/outbox.ts';
import { unzip } from '#testing/zip.ts';
import { type CreatorMember, HttpSite, type Member, password, type Someone } from './http-site.ts';
import { uploadPicture } from './uploads.ts';

let site: HttpSite;
let owner: Member;
let creator: CreatorMember;
let fan: Member;
let stranger: Member;
let pool: Pool;

beforeAll(async () => {
  site = await HttpSite.open({ RATE_LIMITS: 'off' });
  [owner, creator, fan, stranger] = await Promise.all([
    site.member('owner'),
    site.creator(),
    site.member('fan'),
    site.member('stranger'),
  ]);
  pool = await site.newPool(owner, creator, { fundingGoal: 500_00, title: 'A song about the harbor' });
  await site.pledge(fan, pool, 10_00);
});
afterAll(() => site?.close());

const nowhere = '00000000-0000-4000-8000-000000000000';
const at = (id: string) => ({ params: { id } });
const post = (
  who: Someone,
  content: string,
  audience: UpdateAudience = 'everyone',
  more: { imageIds?: string[]; requestKey?: string; on?: Pool } = {},
) =>
  who.client.call(postUpdate, {
    ...at((more.on ?? pool).id),
    body: { content, audience, imageIds: more.imageIds ?? [], requestKey: more.requestKey ?? randomUUID() },
  });
const list = async (who: Someone, on = pool) => (await who.client.call(listUpdates, at(on.id))).updates;
const seen = async (who: Someone, { id }: Update) => (await list(who)).find((update) => update.id === id);
const say = (who: Someone, { id }: Update, content: string, parentId?: string) =>
  who.client.call(addUpdateComment, { ...at(id), body: { content, ...(parentId ? { parentId } : {}) } });
const talk = (who: Someone, { id }: Update) => who.client.call(listUpdateComments, at(id));

/** All of these calls are refused in the same way. */
async function expectRefused(attempts: Promise<unknown>[], reason: { status: number; code?: string }): Promise<void> {
  for (const result of await Promise.allSettled(attempts)) {
    expect(result).toMatchObject({ status: 'rejected', reason });
  }
}

const fetched = async (who: Someone, url: string) => {
  const response = await who.client.raw('GET', url);
  return [response.status, response.headers.get('cache-control')];
};

describe('an update', () => {
  it('is posted by the creator and the owner, once per request key, and by no one else', async () => {
    const requestKey = randomUUID();
    const posted = await post(creator, '  The first  sketch is done.\r\nSee below. ', 'everyone', { requestKey });
    expect(posted).toMatchObject({
      content: 'The first  sketch is done.\nSee below.',
      author: { id: creator.id },
      audience: 'everyone',
      locked: false,
      likeCount: 0,
      commentCount: 0,
      editedAt: null,
      canEdit: true,
      canDelete: true,
    });
    const again = await Promise.all([1, 2, 3].map(() => post(creator, 'Another text', 'everyone', { requestKey })));
    expect(again.map(({ id }) => id)).toEqual([posted.id, posted.id, posted.id]);
    await expect(post(creator, 'Text', 'contributors', { requestKey })).rejects.toMatchObject({
      code: 'request_key_reused',
    });
    const owners = await post(owner, 'Thank you all');
    expect((await list(site.visitor())).map(({ id }) => id)).toEqual([owners.id, posted.id]);
    expect(await site.pool(pool.id, stranger)).toMatchObject({ updateCount: 2 });
    for (const who of [fan, stranger, site.admin]) {
      await expect(post(who, 'Me too')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
    await expect(post(site.visitor(), 'Me too')).rejects.toMatchObject({ status: 401 });
  });

  it('needs a text within the limits, own pictures, and a pool that is neither frozen nor in review', async () => {
    const bad = (content: string, imageIds: string[] = []) => post(creator, content, 'everyone', { imageIds });
    const { id: theirs } = await uploadPicture(stranger, 'teal');
    await expectRefused(
      [
        bad(''),
        bad(' \u200b '),
        bad('x'.repeat(10_001)),
        bad('Text', [theirs]),
        bad('Text', [nowhere]),
        bad('Text', Array.from({ length: 11 }, randomUUID)),
        post(creator, 'Text', 'friends' as UpdateAudience),
      ],
      { status: 400 },
    );
    await site.sql`update pools set frozen = true where id = ${pool.id}`;
    await expect(post(creator, 'Text')).rejects.toMatchObject({ code: 'pool_frozen' });
    await site.sql`update pools set frozen = false where id = ${pool.id}`;
    const review = await site.newPool(owner, creator);
    await site.sql`update pools set status = 'in_review' where id = ${review.id}`;
    await expect(post(owner, 'Text', 'everyone', { on: review })).rejects.toMatchObject({ code: 'pool_state' });
    await expect(stranger.client.call(listUpdates, at(review.id))).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set status = 'open' where id = ${review.id}`;
  });

  it('stops at ten a day on one pool', async () => {
    const busy = await site.newPool(owner, null);
    for (let n = 1; n <= 10; n++) await post(owner, `Update ${n}`, 'everyone', { on: busy });
    await expect(post(owner, 'Update 11', 'everyone', { on: busy })).rejects.toMatchObject({ code: 'rate_limited' });
    const { updates, pagination } = await fan.client.call(listUpdates, at(busy.id));
    expect([updates.length, pagination]).toMatchObject([10, { totalCount: 10, totalPages: 1 }]);
  });

  it('can be edited by its author only, which shows; a picture that it drops is deleted', async () => {
    const [kept, dropped] = await Promise.all([uploadPicture(creator, 'navy'), uploadPicture(creator, 'red')]);
    const posted = await post(creator, 'Before', 'everyone', { imageIds: [dropped.id, kept.id] });
    expect(posted.images).toMatchObject([{ id: dropped.id, url: dropped.url, width: 64, height: 48 }, { id: kept.id }]);
    const edit = (who: Member, content: string, imageIds = [kept.id]) =>
      who.client.call(editUpdate, { ...at(posted.id), body: { content, imageIds } });
    for (const who of [owner, fan, site.admin]) await expect(edit(who, 'No')).rejects.toMatchObject({ status: 403 });
    const edited = await edit(creator, 'After');
    expect(edited).toMatchObject({ content: 'After', images: [{ id: kept.id }], editedAt: expect.any(String) });
    expect(await fetched(site.visitor(), kept.url)).toEqual([200, 'public, max-age=31536000, s-maxage=300, immutable']);
    expect((await fetched(site.visitor(), dropped.url))[0]).toBe(404);
  });

  it('can be deleted but not edited while its pool is frozen or removed', async () => {
    const halted = await site.newPool(owner, null);
    const posted = await post(owner, 'As posted', 'everyone', { on: halted });
    const edit = () => owner.client.call(editUpdate, { ...at(posted.id), body: { content: 'The disabled text' } });
    await site.sql`update pools set frozen = true where id = ${halted.id}`;
    await expect(edit()).rejects.toMatchObject({ status: 409, code: 'pool_frozen' });
    expect(await list(owner, halted)).toMatchObject([{ content: 'As posted', canEdit: false, canDelete: true }]);
    await site.sql`update pools set frozen = false where id = ${halted.id}`;
    expect(await list(owner, halted)).toMatchObject([{ canEdit: true }]);
    await site.sql`update pools set status = 'removed' where id = ${halted.id}`;
    await expect(edit()).rejects.toMatchObject({ status: 409, code: 'pool_state' });
    await site.sql`update pools set status = 'open', frozen = true where id = ${halted.id}`;
    expect(await owner.client.call(deleteUpdate, at(posted.id))).toEqual({ ok: true });
    await site.sql`update pools set frozen = false where id = ${halted.id}`;
  });

  it('is deleted by its author or an admin, with its pictures, notices and comments', async () => {
    const image = await uploadPicture(owner, 'gold');
    const posted = await post(owner, 'Soon gone', 'everyone', { imageIds: [image.id] });
    const comment = await say(fan, posted, 'Nice');
    expect((await site.noticesOf(fan)).some(({ href }) => href?.endsWith(`#update-${posted.id}`))).toBe(true);
    for (const who of [creator, fan, stranger]) {
      await expect(who.client.call(deleteUpdate, at(posted.id))).rejects.toMatchObject({ status: 403 });
    }
    expect(await site.admin.client.call(deleteUpdate, at(posted.id))).toEqual({ ok: true });
    await expect(owner.client.call(deleteUpdate, at(posted.id))).rejects.toMatchObject({ status: 404 });
    expect(await seen(owner, posted)).toBeUndefined();
    expect((await fetched(owner, image.url))[0]).toBe(404);
    expect((await site.noticesOf(fan)).some(({ href }) => href?.endsWith(`#update-${posted.id}`))).toBe(false);
    expect((await site.noticesOf(owner)).some(({ kind }) => kind === 'update_removed')).toBe(true);
    await expectRefused(
      [
        talk(fan, posted),
        say(fan, posted, 'More'),
        fan.client.call(likeUpdate, at(posted.id)),
        fan.client.call(listReplies, at(comment.id)),
        fan.client.call(makeReport, { body: { kind: 'update', id: posted.id, reason: 'Spam' } }),
        owner.client.call(editUpdate, { ...at(posted.id), body: { content: 'Back' } }),
      ],
      { status: 404 },
    );
    const [audited] = await site.sql<{ action: string; targetId: string }[]>`
      select action, target_id from audit_log where target_kind = 'update' order by seq desc limit 1`;
    expect(audited).toEqual({ action: 'update.removed', targetId: posted.id });
  });
});

describe('an update for contributors', () => {
  const secret = 'The chorus rhymes with periwinkle.';
  let posted: Update;
  let image: { id: string; url: string };
  beforeAll(async () => {
    image = await uploadPicture(creator, 'purple');
    posted = await post(creator, secret, 'contributors', { imageIds: [image.id] });
  });

  it('is readable for fans with a live pledge, the owner, the creator and admins', async () => {
    for (const who of [fan, owner, creator, site.admin]) {
      expect(await seen(who, posted)).toMatchObject({ locked: false, content: secret, images: [{ id: image.id }] });
      expect(await fetched(who, image.url)).toEqual([200, 'private, no-cache']);
    }
    for (const who of [stranger, site.visitor()]) {
      expect(await seen(who, posted)).toMatchObject({ locked: true, content: '', images: [] });
      expect((await fetched(who, image.url))[0]).toBe(404);
      expect((await fetched(who, image.url.replace('.webp', '-400.webp')))[0]).toBe(404);
    }
  });

  it('is locked for everyone else in every call that leads to it', async () => {
    const comment = await say(fan, posted, 'I love periwinkle');
    for (const who of [stranger, await site.creator()]) {
      await expectRefused(
        [
          talk(who, posted),
          say(who, posted, 'Let me in'),
          who.client.call(likeUpdate, at(posted.id)),
          who.client.call(unlikeUpdate, at(posted.id)),
          who.client.call(makeReport, { body: { kind: 'update', id: posted.id, reason: 'Spam' } }),
          who.client.call(makeReport, { body: { kind: 'comment', id: comment.id, reason: 'Spam' } }),
        ],
        { status: 403, code: 'update_locked' },
      );
      await expect(who.client.call(listReplies, at(comment.id))).rejects.toMatchObject({ status: 404 });
      await expect(who.client.call(deleteComment, at(comment.id))).rejects.toMatchObject({ status: 404 });
    }
    await expect(talk(site.visitor(), posted)).rejects.toMatchObject({ code: 'update_locked' });
    // A reply cannot move a comment from an update to the pool or the other way around.
    const onPool = { ...at(pool.id), body: { content: 'Hm', parentId: comment.id } };
    await expect(stranger.client.call(addComment, onPool)).rejects.toMatchObject({ status: 404 });
    const { comments } = await stranger.client.call(listComments, at(pool.id));
    expect(JSON.stringify(comments)).not.toContain('periwinkle');
    expect(await site.pool(pool.id, stranger)).toMatchObject({ commentCount: 0 });
  });

  it('appears in no feed, list, search, notice or mail of others, nor quoted in a notice at all', async () => {
    await site.app.settle();
    const texts = [
      JSON.stringify(await stranger.client.call(listPools, {})),
      JSON.stringify(await stranger.client.call(searchEverything, { query: { q: 'periwinkle' } })),
      JSON.stringify(await site.pool(pool.id, stranger)),
      JSON.stringify(await stranger.client.call(listNotifications)),
      JSON.stringify(await fan.client.call(listNotifications)),
      await (await site.visitor().client.raw('GET', feedPath('', 'xml'))).text(),
      ...(await readOutbox(site.app)).map(({ text, html }) => `${text}${html}`),
    ];
    for (const text of texts) {
      expect(text).not.toContain('periwinkle');
      expect(text).not.toContain(image.url);
    }
    expect((await readOutbox(site.app, fan.email)).map(({ text }) => text).join()).toContain('Only contributors');
    expect(await readOutbox(site.app, stranger.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('update') }),
    );
  });

  it('locks again, with its pictures, when the fan withdraws the pledge', async () => {
    const short = await site.member('short');
    const pledge = await site.pledge(short, pool, 5_00);
    expect(await seen(short, posted)).toMatchObject({ locked: false, content: secret });
    await short.client.call(withdrawPledge, at(pledge.id));
    expect(await seen(short, posted)).toMatchObject({ locked: true, content: '' });
    expect((await fetched(short, image.url))[0]).toBe(404);
    const later = await post(creator, 'Only for those who stayed', 'contributors');
    expect((await site.noticesOf(short)).some(({ href }) => href?.includes(later.id))).toBe(false);
    expect((await site.noticesOf(fan)).some(({ href }) => href?.includes(later.id))).toBe(true);
  });

  it('of an adult pool stays behind the age gate, and notices quote nothing', async () => {
    const adult = await site.newPool(owner, null);
    const posts = await post(owner, 'A frank text', 'everyone', { on: adult });
    await site.sql`update pools set adult = true where id = ${adult.id}`;
    expect(await list(stranger, adult)).toEqual([]);
    expect(await list(site.grown(stranger), adult)).toMatchObject([{ content: 'A frank text' }]);
    await expect(say(stranger, posts, 'Hm')).rejects.toMatchObject({ code: 'age_gate' });
    await expect(stranger.client.call(likeUpdate, at(posts.id))).rejects.toMatchObject({ code: 'age_gate' });
    expect((await talk(stranger, posts)).comments).toEqual([]);
  });
});

describe('likes and comments of an update', () => {
  it('are counted once per person, and comments notify the author', async () => {
    const posted = await post(creator, 'Listen to this');
    await Promise.all(Array.from({ length: 8 }, () => stranger.client.call(likeUpdate, at(posted.id))));
    expect(await fan.client.call(likeUpdate, at(posted.id))).toEqual({ liked: true, likeCount: 2 });
    expect(await fan.client.call(unlikeUpdate, at(posted.id))).toEqual({ liked: false, likeCount: 1 });
    expect(await seen(stranger, posted)).toMatchObject({ isLiked: true, likeCount: 1 });
    expect(await seen(fan, posted)).toMatchObject({ isLiked: false, likeCount: 1 });
    const comment = await say(stranger, posted, 'What a tune');
    const reply = await say(fan, posted, 'Agreed', comment.id);
    expect((await talk(site.visitor(), posted)).comments).toMatchObject([
      { content: 'What a tune', replyCount: 1, replies: [{ content: 'Agreed' }] },
    ]);
    expect(await seen(fan, posted)).toMatchObject({ commentCount: 2 });
    // Two jobs that may run at the same time write the two notices.
    const notices = (await site.noticesOf(creator)).filter(({ kind }) => kind === 'update_commented');
    expect(notices.find(({ body }) => body.includes('What a tune'))?.href).toBe(
      `${pool.canonicalPath}?tab=updates#update-${posted.id}`,
    );
    expect(await fan.client.call(deleteComment, at(reply.id))).toEqual({ ok: true, commentCount: 1 });
    await stranger.client.call(deleteComment, at(comment.id));
    expect((await site.noticesOf(creator)).filter(({ body }) => body.includes('What a tune'))).toEqual([]);
  });
});

describe('the mail about an update', () => {
  it('reaches fans, owner and creator but not the author, blocked people or those who unsubscribed', async () => {
    const blocker = await site.member('blocker');
    await site.pledge(blocker, pool, 5_00);
    await blocker.client.call(blockUser, at(creator.id));
    const posted = await post(creator, 'Mail me about this');
    const got = async ({ email }: Member) =>
      (await readOutbox(site.app, email)).filter(({ text }) => text?.includes(`#update-${posted.id}`));
    for (const who of [fan, owner]) {
      const [mail, ...more] = await got(who);
      expect(more).toEqual([]);
      expect(mail?.subject).toMatch(/ posted an update · /);
      expect(mail?.text).toContain('“Mail me about this”');
    }
    for (const who of [creator, blocker, stranger]) expect(await got(who)).toEqual([]);
    const [mail] = await got(fan);
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
    const url = new URL(/<(https?:[^>]+)>/.exec(header)?.[1] ?? '');
    const answer = await fetch(`${site.app.url}${url.pathname}${url.search}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBeLessThan(300);
    const next = await post(creator, 'No mail for the fan');
    expect((await site.noticesOf(fan)).some(({ href }) => href?.includes(next.id))).toBe(true);
    const texts = (await readOutbox(site.app, fan.email)).map(({ text }) => text).join();
    expect(texts).not.toContain('No mail for the fan');
  });
});

describe('moderation', () => {
  it('removes a reported update and tells its author', async () => {
    const posted = await post(owner, 'Buy my watches');
    await expect(
      owner.client.call(makeReport, { body: { kind: 'update', id: posted.id, reason: 'Mine' } }),
    ).rejects.toMatchObject({ code: 'own_report' });
    await stranger.client.call(makeReport, { body: { kind: 'update', id: posted.id, reason: 'Advertising' } });
    const { items } = await site.admin.client.call(listReports, { query: { status: 'open', kind: 'update' } });
    expect(items[0]).toMatchObject({
      kind: 'update',
      reported: {
        id: posted.id,
        excerpt: 'Buy my watches',
        gone: false,
        path: `${pool.canonicalPath}?tab=updates#update-${posted.id}`,
        user: { id: owner.id },
      },
    });
    const body = { status: 'upheld' as const, reason: 'Advertising' };
    await site.admin.client.call(decideReport, { ...at(items[0]?.id ?? ''), body });
    expect(await seen(owner, posted)).toBeUndefined();
    expect((await site.noticesOf(owner))[0]).toMatchObject({ kind: 'update_removed' });
  });
});

describe('an account', () => {
  it('exports its updates and likes, and takes them along when it is deleted', async () => {
    const ada = await site.member('ada');
    const own = await site.newPool(ada, null);
    const image = await uploadPicture(ada, 'green');
    const posted = await post(ada, 'My own words', 'contributors', { on: own, imageIds: [image.id] });
    const others = await site.newPool(owner, null);
    const other = await post(owner, 'Liked by Ada', 'everyone', { on: others });
    await ada.client.call(likeUpdate, at(other.id));
    await say(ada, other, 'Ada was here');
    const files = unzip(Buffer.from(await (await ada.client.raw('GET', exportPath)).arrayBuffer()));
    const read = (name: string) => JSON.parse(String(files.get(`${name}.json`)));
    expect(read('updates')).toMatchObject([{ id: posted.id, content: 'My own words', pictures: [image.url] }]);
    expect(read('update-likes')).toMatchObject([{ updateId: other.id, poolId: others.id }]);
    expect(read('comments')).toMatchObject([{ updateId: other.id, content: 'Ada was here' }]);
    await ada.client.call(deleteAccount, { body: { password } });
    expect(await list(site.admin, own)).toEqual([]);
    expect((await fetched(site.admin, image.url))[0]).toBe(404);
    expect(await list(owner, others)).toMatchObject([{ likeCount: 0, commentCount: 0 }]);
  });
});
