import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addComment,
  type Comment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  unlikeComment,
} from '#contract/comments.ts';
import { getLikeStatus, likePool, listLikedPools, listLikeStatuses, unlikePool } from '#contract/likes.ts';
import { listNotifications, readNotifications } from '#contract/notifications.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { CommentSort } from '#contract/sorts.ts';
import { type CreatorMember, HttpSite, type Member, type Someone } from './http-site.ts';

let site: HttpSite;
let owner: Member;
let fan: Member;
let other: Member;
let creator: CreatorMember;

beforeAll(async () => {
  site = await HttpSite.open();
  [owner, fan, other, creator] = await Promise.all([site.member(), site.member(), site.member(), site.creator()]);
});
afterAll(() => site?.close());

const visitor = () => site.visitor();
const grown = (who: Someone) => site.grown(who);
const at = (pool: Pick<Pool, 'id'>) => ({ params: { id: pool.id } });
const like = (who: Someone, pool: Pick<Pool, 'id'>) => who.client.call(likePool, at(pool));
const unlike = (who: Someone, pool: Pool) => who.client.call(unlikePool, at(pool));
const status = (who: Someone, pool: Pool) => who.client.call(getLikeStatus, at(pool));
const say = (who: Someone, pool: Pick<Pool, 'id'>, content: string, parentId?: string) =>
  who.client.call(addComment, { ...at(pool), body: { content, ...(parentId ? { parentId } : {}) } });
const talk = (who: Someone, pool: Pool, page = 1) => who.client.call(listComments, { ...at(pool), query: { page } });
const remove = (who: Someone, { id }: { id: string }) => who.client.call(deleteComment, { params: { id } });
const nowhere = { id: '00000000-0000-4000-8000-000000000000' };

describe('notices', () => {
  it('are marked as read all at once or by id, but only one’s own', async () => {
    const pool = await site.newPool(owner, creator);
    for (const words of ['One', 'Two', 'Three']) await say(fan, pool, words);
    await site.app.settle();
    const inbox = async (who: Member = owner) => who.client.call(listNotifications);
    const read = (body: object, who: Member = owner) =>
      who.client.call(readNotifications, { body: body as { ids: string[] } });
    const { notifications, unreadCount } = await inbox();
    const [first, second] = notifications.map(({ id }) => id);
    expect(unreadCount).toBeGreaterThanOrEqual(3);
    for (const wrong of [{ ids: ['no id'] }, { ids: [] }, { ids: first }, { id: first }, { ids: [42] }, [first]]) {
      await expect(read(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 });
    }
    await expect(read({ ids: [first] }, other)).rejects.toMatchObject({ status: 404 });
    await expect(read({ ids: [nowhere.id] })).rejects.toMatchObject({ status: 404 });
    expect((await inbox()).unreadCount).toBe(unreadCount);
    expect(await read({ ids: [first, nowhere.id] })).toEqual({ unreadCount: unreadCount - 1 });
    expect(await read({ ids: [first] })).toEqual({ unreadCount: unreadCount - 1 });
    const now = await inbox();
    expect(now.notifications.filter((notice) => notice.read).map(({ id }) => id)).toEqual([first]);
    expect(now.notifications.find(({ id }) => id === second)?.read).toBe(false);
    expect(await owner.client.call(readNotifications)).toEqual({ unreadCount: 0 });
  });
});

describe('likes', () => {
  it('are counted once per person for repeated and concurrent calls', async () => {
    const pool = await site.newPool(owner, creator);
    expect(await status(visitor(), pool)).toEqual({ isLiked: false, likeCount: 0 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => like(fan, pool)));
    expect(answers.every(({ liked }) => liked)).toBe(true);
    expect(await like(other, pool)).toEqual({ liked: true, likeCount: 2 });
    expect(await status(fan, pool)).toEqual({ isLiked: true, likeCount: 2 });
    expect(await status(visitor(), pool)).toEqual({ isLiked: false, likeCount: 2 });
    expect(await site.pool(pool.id, fan)).toMatchObject({ isLiked: true, likeCount: 2 });
    expect(await site.pool(pool.id, owner)).toMatchObject({ isLiked: false, likeCount: 2 });
    const { statuses } = await fan.client.call(listLikeStatuses, { query: { ids: `${pool.id},${nowhere.id}` } });
    expect(statuses).toEqual([{ id: pool.id, isLiked: true, likeCount: 2, isSaved: false, getsNews: false }]);
    await Promise.all([unlike(fan, pool), unlike(fan, pool)]);
    expect(await unlike(fan, pool)).toEqual({ liked: false, likeCount: 1 });
  });

  it('accept a request without body and content type, by slug or id', async () => {
    const pool = await site.newPool(owner, creator);
    const response = await fan.client.raw('POST', `/api/pools/${pool.slug}/like`);
    expect([response.status, await response.json()]).toEqual([200, { liked: true, likeCount: 1 }]);
  });

  it('list the favorites, latest first, without pools that the person may not see', async () => {
    const person = await site.member();
    const pools = [
      await site.newPool(owner, creator),
      await site.newPool(owner, null),
      await site.newPool(owner, null),
    ];
    for (const pool of pools) await like(person, pool);
    const [first, second, third] = pools as [Pool, Pool, Pool];
    const favorites = async (who: Someone = person) => {
      const { pools: likedPools, pagination } = await who.client.call(listLikedPools);
      return { ids: likedPools.map(({ id }) => id), total: pagination.totalCount };
    };
    expect(await favorites()).toEqual({ ids: [third.id, second.id, first.id], total: 3 });
    await site.sql`update pools set adult = true where id = ${third.id}`;
    const [masked] = (await person.client.call(listLikedPools)).pools;
    expect(masked).toMatchObject({ id: third.id, title: 'Adult pool', description: '', imageUrl: null });
    expect((await grown(person).client.call(listLikedPools)).pools[0]).toMatchObject({ title: third.title });
    await site.sql`update pools set status = 'in_review' where id = ${second.id}`;
    expect(await favorites()).toEqual({ ids: [third.id, first.id], total: 2 });
    await site.sql`update pools set status = 'open' where id = ${second.id}`;
    const paged = await person.client.call(listLikedPools, { query: { page: 2, pageSize: 2 } });
    expect(paged).toMatchObject({ pools: [{ id: first.id }], pagination: { totalCount: 3, totalPages: 2 } });
  });

  it('are refused for visitors, unknown or hidden pools, and suspended people', async () => {
    const pool = await site.newPool(owner, null);
    await expect(like(visitor(), pool)).rejects.toMatchObject({ status: 401, message: 'Must be logged in' });
    await expect(visitor().client.call(listLikedPools)).rejects.toMatchObject({ status: 401 });
    await expect(like(fan, nowhere)).rejects.toMatchObject({ status: 404 });
    await expect(like(fan, { id: 'no such pool' })).rejects.toMatchObject({ status: 404 });
    await expect(fan.client.call(listLikeStatuses, { query: { ids: 'x' } })).rejects.toMatchObject({ status: 400 });
    await site.sql`update pools set status = 'in_review' where id = ${pool.id}`;
    await expect(like(fan, pool)).rejects.toMatchObject({ status: 404 });
    expect(await like(owner, pool)).toMatchObject({ liked: true });
    await site.sql`update pools set status = 'open' where id = ${pool.id}`;
    const [late] = await site.crowd(1);
    await site.sql`update users set suspended_at = now() where id = ${late?.id ?? ''}`;
    await expect(like(late as Member, pool)).rejects.toMatchObject({ status: 403, code: 'suspended' });
  });
});

describe('comments', () => {
  it('form threads of one level, newest first, with their count', async () => {
    const pool = await site.newPool(owner, creator);
    const first = await say(fan, pool, '  First!\r\nAnd a line ');
    expect(first).toMatchObject({
      content: 'First!\nAnd a line',
      parentId: null,
      deleted: false,
      canDelete: true,
      author: { id: fan.id, username: fan.username },
      replyCount: 0,
      replies: [],
    });
    const second = await say(other, pool, 'Second');
    const answer = await say(owner, pool, 'Thank you', first.id);
    const further = await say(fan, pool, `@${owner.username} any time`, answer.id);
    expect([answer.parentId, further.parentId]).toEqual([first.id, first.id]);
    const { comments, pagination } = await talk(visitor(), pool);
    expect(pagination).toEqual({ page: 1, pageSize: 20, totalCount: 2, totalPages: 1 });
    expect(comments.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(comments[1]).toMatchObject({ replyCount: 2, canDelete: false });
    expect(comments[1]?.replies.map(({ content }) => content)).toEqual(['Thank you', `@${owner.username} any time`]);
    expect(await site.pool(pool.id)).toMatchObject({ commentCount: 4 });
    expect((await talk(site.admin, pool)).comments.every(({ canDelete }) => canDelete)).toBe(true);
  });

  it('notify the pool’s owner, and replies notify the author of the comment', async () => {
    const pool = await site.newPool(owner, creator, { title: 'Talk of the town' });
    const comment = await say(fan, pool, 'What a lovely idea');
    await say(owner, pool, 'Thank you', comment.id);
    await say(owner, pool, 'And tell your friends');
    const noticesOf = async (who: Member) =>
      (await site.noticesOf(who)).filter(({ body }) => body.includes(pool.title));
    expect(await noticesOf(owner)).toMatchObject([
      {
        kind: 'pool_commented',
        title: `${fan.username} commented on your pool`,
        body: 'On “Talk of the town”. “What a lovely idea”',
        href: `${pool.canonicalPath}?tab=comments#comments`,
      },
    ]);
    expect(await noticesOf(fan)).toMatchObject([
      { kind: 'comment_answered', title: `${owner.username} replied to you` },
    ]);
    await remove(site.admin, comment);
    expect((await noticesOf(fan)).map(({ kind }) => kind)).toEqual(['comment_removed', 'comment_answered']);
    expect(await noticesOf(owner)).toEqual([]);
  });

  it('disappear from all notices when they are deleted', async () => {
    const pool = await site.newPool(owner, creator, { title: 'Words taken back' });
    const top = await say(other, pool, 'Sing it');
    const answer = await say(fan, pool, 'My address is 1 Main Street', top.id);
    const further = await say(other, pool, 'Careful', answer.id);
    const quotes = async (who: Member, words: string) =>
      (await site.noticesOf(who)).filter(({ body }) => body.includes(pool.title) && body.includes(words)).length;
    expect([await quotes(owner, 'Main Street'), await quotes(other, 'Main Street')]).toEqual([1, 1]);
    await remove(fan, answer);
    expect([await quotes(owner, 'Main Street'), await quotes(other, 'Main Street')]).toEqual([0, 0]);
    expect([await quotes(owner, 'Careful'), await quotes(fan, 'Careful')]).toEqual([1, 1]);
    await remove(site.admin, further);
    expect([await quotes(owner, 'Careful'), await quotes(fan, 'Careful')]).toEqual([0, 0]);
  });

  it('become a tombstone without text and author when they are deleted with replies', async () => {
    const pool = await site.newPool(owner, creator);
    const top = await say(fan, pool, 'Told too much');
    const lone = await say(fan, pool, 'No one answers this');
    const answer = await say(other, pool, 'Really?', top.id);
    expect(await remove(fan, lone)).toEqual({ ok: true, commentCount: 2 });
    expect(await remove(fan, top)).toEqual({ ok: true, commentCount: 1 });
    const { comments, pagination } = await talk(fan, pool);
    expect(pagination.totalCount).toBe(1);
    expect(comments).toMatchObject([
      { id: top.id, deleted: true, content: '', author: null, canDelete: false, replies: [{ id: answer.id }] },
    ]);
    const [row] = await site.sql<{ content: string }[]>`select content from comments where id = ${top.id}`;
    expect(row?.content).toBe('');
    await expect(say(owner, pool, 'Too late', top.id)).rejects.toMatchObject({ status: 409, code: 'comment_deleted' });
    expect(await say(owner, pool, 'Still going', answer.id)).toMatchObject({ parentId: top.id });
    await remove(other, answer);
    expect((await talk(fan, pool)).comments[0]?.replies).toHaveLength(1);
    await remove(site.admin, (await talk(fan, pool)).comments[0]?.replies[0] as Comment);
    expect(await talk(fan, pool)).toMatchObject({ comments: [], pagination: { totalCount: 0 } });
    expect(await site.pool(pool.id)).toMatchObject({ commentCount: 0 });
  });

  it('keep their counts while people reply and delete concurrently', async () => {
    const pool = await site.newPool(owner, creator);
    const crowd = await site.crowd(4);
    const tops = await Promise.all(crowd.map((person) => say(person, pool, 'At once')));
    const answers = crowd.flatMap((person, index) => tops.map((top) => say(person, pool, `Answer ${index}`, top.id)));
    const deletions = tops.slice(0, 2).map((top, index) => remove(crowd[index] as Member, top));
    const said = (await Promise.allSettled(answers)).filter(({ status: outcome }) => outcome === 'fulfilled').length;
    await Promise.all(deletions);
    expect(await site.pool(pool.id)).toMatchObject({ commentCount: said + 2 });
  });

  it('are paginated, and so are replies', async () => {
    const pool = await site.newPool(owner, creator);
    const crowd = await site.crowd(3);
    const top = await say(fan, pool, 'The first of many');
    for (let index = 0; index < 24; index += 1) await say(crowd[index % 3] as Member, pool, `Number ${index}`);
    for (let index = 0; index < 12; index += 1) await say(crowd[index % 3] as Member, pool, `Answer ${index}`, top.id);
    const first = await talk(visitor(), pool);
    expect(first.comments).toHaveLength(20);
    expect(first.pagination).toEqual({ page: 1, pageSize: 20, totalCount: 25, totalPages: 2 });
    const second = await talk(visitor(), pool, 2);
    expect(second.comments).toHaveLength(5);
    expect(second.comments[4]).toMatchObject({ id: top.id, replyCount: 12 });
    expect(second.comments[4]?.replies).toHaveLength(10);
    const all = await visitor().client.call(listReplies, { params: { id: top.id } });
    expect(all.replies.map(({ content }) => content)).toEqual(Array.from({ length: 12 }, (_, n) => `Answer ${n}`));
    expect((await talk(visitor(), pool, 9)).comments).toEqual([]);
    await expect(visitor().client.raw('GET', `/api/pools/${pool.id}/comments?page=0`)).resolves.toMatchObject({
      status: 400,
    });
  });

  it('of an adult pool are shown only after the age gate', async () => {
    const pool = await site.newPool(owner, creator);
    const { id } = await say(fan, pool, 'Secret words');
    await say(other, pool, 'More of them', id);
    await site.sql`update pools set adult = true where id = ${pool.id}`;
    expect(await talk(fan, pool)).toMatchObject({ comments: [], pagination: { totalCount: 0 } });
    expect(await fan.client.call(listReplies, { params: { id } })).toMatchObject({ replies: [] });
    expect((await talk(grown(fan), pool)).comments).toHaveLength(1);
  });

  it('are refused with the reason', async () => {
    const pool = await site.newPool(owner, creator);
    const elsewhere = await site.newPool(owner, null);
    const comment = await say(fan, pool, 'Mine');
    await expect(say(visitor(), pool, 'Hello')).rejects.toMatchObject({ status: 401 });
    for (const empty of ['', '  \n ', '\u200b']) {
      const fault = { status: 400, fields: { content: 'Comment is required' } };
      await expect(say(fan, pool, empty)).rejects.toMatchObject(fault);
    }
    await expect(say(fan, pool, 'x'.repeat(2001))).rejects.toMatchObject({
      status: 400,
      message: 'Comment must be 2,000 characters or less',
    });
    expect(await say(fan, pool, ` ${'x'.repeat(2000)} `)).toMatchObject({ deleted: false });
    await expect(say(fan, pool, 'Hello', 'no id')).rejects.toMatchObject({ status: 400 });
    await expect(say(fan, pool, 'Hello', nowhere.id)).rejects.toMatchObject({ status: 404 });
    await expect(say(fan, elsewhere, 'Hello', comment.id)).rejects.toMatchObject({ status: 404 });
    await expect(say(fan, nowhere, 'Hello')).rejects.toMatchObject({ status: 404 });
    await expect(talk(fan, nowhere as Pool)).rejects.toMatchObject({ status: 404 });
    await expect(remove(visitor(), comment)).rejects.toMatchObject({ status: 401 });
    await expect(remove(other, comment)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(remove(owner, comment)).rejects.toMatchObject({ status: 403 });
    await expect(remove(fan, nowhere)).rejects.toMatchObject({ status: 404 });
    await expect(remove(fan, { id: 'x' })).rejects.toMatchObject({ status: 404 });
    const tries = await Promise.allSettled([remove(fan, comment), remove(fan, comment)]);
    expect(tries.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    await site.sql`update pools set status = 'in_review' where id = ${elsewhere.id}`;
    await expect(say(fan, elsewhere, 'Hello')).rejects.toMatchObject({ status: 404 });
    await expect(talk(visitor(), elsewhere)).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set status = 'open' where id = ${elsewhere.id}`;
  });
});

describe('likes of comments', () => {
  const love = (who: Someone, { id }: { id: string }) => who.client.call(likeComment, { params: { id } });
  const takeBack = (who: Someone, { id }: { id: string }) => who.client.call(unlikeComment, { params: { id } });
  const sorted = (who: Someone, pool: Pool, sort: CommentSort, page = 1) =>
    who.client.call(listComments, { ...at(pool), query: { sort, page } });

  it('are counted once per person, and each reader sees their own', async () => {
    const pool = await site.newPool(owner, creator);
    const top = await say(fan, pool, 'Sing it twice');
    const answer = await say(other, pool, 'Three times', top.id);
    expect(top).toMatchObject({ likeCount: 0, isLiked: false });
    const answers = await Promise.all(Array.from({ length: 20 }, () => love(owner, top)));
    expect(answers.every(({ liked, likeCount }) => liked && likeCount === 1)).toBe(true);
    expect(await love(fan, top)).toEqual({ liked: true, likeCount: 2 });
    await love(owner, answer);
    const seenBy = async (who: Someone) => {
      const [thread] = (await talk(who, pool)).comments;
      return [thread, thread?.replies[0]].map((one) => [one?.likeCount, one?.isLiked]);
    };
    expect(await seenBy(owner)).toEqual([
      [2, true],
      [1, true],
    ]);
    expect(await seenBy(visitor())).toEqual([
      [2, false],
      [1, false],
    ]);
    const { replies } = await owner.client.call(listReplies, { params: { id: top.id } });
    expect(replies).toMatchObject([{ likeCount: 1, isLiked: true }]);
    await Promise.all([takeBack(owner, top), takeBack(owner, top)]);
    expect(await takeBack(owner, top)).toEqual({ liked: false, likeCount: 1 });
  });

  it('sort the threads, ties newest first, so that no thread is on two pages', async () => {
    const pool = await site.newPool(owner, creator);
    const said: Comment[] = [];
    const crowd = await site.crowd(3);
    for (let index = 0; index < 23; index += 1) said.push(await say(crowd[index % 3] as Member, pool, `No. ${index}`));
    await love(fan, said[3] as Comment);
    for (const who of [fan, other]) await love(who, said[1] as Comment);
    const pages = [await sorted(visitor(), pool, 'top'), await sorted(visitor(), pool, 'top', 2)];
    const rest = said.filter((_, index) => index !== 1 && index !== 3).toReversed();
    expect(pages.flatMap(({ comments }) => comments.map(({ id }) => id))).toEqual(
      [said[1], said[3], ...rest].map((one) => one?.id),
    );
    const [newest] = (await sorted(visitor(), pool, 'newest')).comments;
    expect(newest?.id).toBe(said.at(-1)?.id);
    await expect(visitor().client.raw('GET', `/api/pools/${pool.id}/comments?sort=best`)).resolves.toMatchObject({
      status: 400,
    });
  });

  it('are refused for visitors, and for deleted, unknown, hidden and masked comments', async () => {
    const pool = await site.newPool(owner, creator);
    const comment = await say(fan, pool, 'Mine');
    const gone = await say(fan, pool, 'Gone');
    await say(other, pool, 'Where?', gone.id);
    await love(other, gone);
    await remove(fan, gone);
    expect((await talk(other, pool)).comments[0]).toMatchObject({ deleted: true, likeCount: 0, isLiked: false });
    await expect(love(visitor(), comment)).rejects.toMatchObject({ status: 401 });
    for (const one of [gone, nowhere]) await expect(love(other, one)).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set adult = true where id = ${pool.id}`;
    await expect(love(other, comment)).rejects.toMatchObject({ status: 403, code: 'age_gate' });
    expect(await love(grown(other), comment)).toMatchObject({ liked: true });
    await site.sql`update pools set status = 'in_review' where id = ${pool.id}`;
    await expect(love(other, comment)).rejects.toMatchObject({ status: 404 });
    await site.sql`update pools set status = 'open' where id = ${pool.id}`;
  });
});
