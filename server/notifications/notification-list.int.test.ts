import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { addComment, deleteComment } from '#contract/comments.ts';
import { listNotifications, readNotifications } from '#contract/notifications.ts';
import { blockUser, unblockUser } from '#contract/people.ts';
import { HttpSite, type Member } from '#testing/journeys/http-site.ts';

let site: HttpSite;
beforeAll(async () => {
  site = await HttpSite.open();
});
afterAll(() => site.close());

const notify = (who: Member, kind: string, n: number) => site.sql`
  insert into notifications (user_id, kind, title, body, dedupe_key, created_at)
  select ${who.id}, ${kind}, 'A title', 'A body', ${randomUUID()} || n, now() - n * interval '1 minute' from generate_series(1, ${n}) n`;

it('lists five hundred notices in pages, those of a topic, and unread ones', async () => {
  const fan = await site.member();
  await notify(fan, 'receipt', 300);
  await notify(fan, 'goal_met_fan', 200);
  const list = async (query: { show?: 'unread' | 'pools' | 'chat'; page?: number }) =>
    fan.client.call(listNotifications, { query });
  const first = await list({});
  expect(first.unreadCount).toBe(500);
  expect(first.pagination).toEqual({ page: 1, pageSize: 50, totalCount: 500, totalPages: 10 });
  const last = await list({ page: 10 });
  expect(last.notifications).toHaveLength(50);
  const seen = new Set([...first.notifications, ...last.notifications].map(({ id }) => id));
  expect(seen.size).toBe(100);
  expect((await list({ show: 'pools', page: 4 })).pagination).toMatchObject({ totalCount: 200, totalPages: 4 });
  expect((await list({ show: 'chat' })).notifications).toEqual([]);
  const ids = first.notifications.map(({ id }) => id);
  expect(await fan.client.call(readNotifications, { body: { ids } })).toEqual({ unreadCount: 450 });
  const unread = await list({ show: 'unread' });
  expect(unread.pagination?.totalCount).toBe(450);
  expect(unread.notifications.every(({ read }) => !read)).toBe(true);
});

it('shows the person and the pool of a notice, and hides an adult pool before the age gate and a removed one', async () => {
  const [owner, writer] = [await site.member('owner'), await site.member('writer')];
  const pool = await site.newPool(owner, null, { title: 'A song about the harbor' });
  await writer.client.call(addComment, {
    params: { id: pool.id },
    body: { content: 'Louder, please' },
  });
  const key = 'b'.repeat(32);
  await site.sql`
    with image as (insert into images (key, width, height, size_bytes) values (${key}, 10, 10, 10) returning id)
    insert into pool_images (pool_id, image_id, position) select ${pool.id}, id, 0 from image`;
  const read = async () => (await site.noticesOf(owner)).find(({ kind }) => kind === 'pool_commented');
  const picture = `/media/images/${key}.webp`;
  expect(await read()).toMatchObject({
    person: { id: writer.id, name: writer.username, avatarUrl: null },
    pool: { id: pool.id, title: pool.title, imageUrl: picture },
  });
  await site.sql`update pools set adult = true where id = ${pool.id}`;
  expect((await read())?.pool).toMatchObject({ title: 'Adult pool', imageUrl: null });
  await site.sql`update pools set adult = false where id = ${pool.id}`;
  await site.admin.client.call(actOnPool, {
    params: { id: pool.id },
    body: { action: 'remove', reason: 'It broke a rule.' },
  });
  expect(await read()).toMatchObject({ pool: null, person: { id: writer.id } });
});

it('neither lists nor counts what a blocked person wrote, in either direction, until the block ends', async () => {
  const [owner, writer] = [await site.member('owner'), await site.member('writer')];
  const pool = await site.newPool(owner, null);
  await writer.client.call(addComment, {
    params: { id: pool.id },
    body: { content: 'Louder, please' },
  });
  await site.app.settle();
  await site.sql`
    insert into notifications (user_id, kind, title, body, dedupe_key, person_id)
    select ${owner.id}, kind, 'A title', 'A body', kind || ${randomUUID()}, person_id from (values
      ('chat_mention', ${writer.id}::uuid), ('chat_reply', null), ('thanked', ${writer.id}::uuid),
      ('update_posted', ${writer.id}::uuid), ('creator_message', ${writer.id}::uuid)) as n (kind, person_id)`;
  const [before] = await site.sql<{ n: number }[]>`
    select count(*)::int as n from notifications where user_id = ${owner.id} and read_at is null`;
  const unread = before?.n ?? 0;
  const list = async () => {
    const { notifications, unreadCount, pagination } = await owner.client.call(listNotifications);
    const kinds = notifications.filter(({ person }) => person?.id === writer.id).map(({ kind }) => kind);
    return { kinds: kinds.sort(), unreadCount, all: pagination?.totalCount };
  };
  const kinds = ['chat_mention', 'creator_message', 'pool_commented', 'thanked', 'update_posted'];
  const expected = { kinds, unreadCount: unread, all: unread };
  expect(await list()).toEqual(expected);
  for (const [blocker, blocked] of [
    [owner, writer],
    [writer, owner],
  ] as const) {
    await blocker.client.call(blockUser, { params: { id: blocked.id } });
    // A thank-you is not quoted.
    expect(await list()).toEqual({ kinds: ['thanked'], unreadCount: unread - 4, all: unread - 4 });
    await blocker.client.call(unblockUser, { params: { id: blocked.id } });
    expect(await list()).toEqual(expected);
  }
});

it('sends the count after notices were read, and news only for new and deleted notices', async () => {
  const [owner, writer] = [await site.member('owner'), await site.member('writer')];
  const pool = await site.newPool(owner, null);
  await site.app.settle();
  const cookie = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const socket = io(`${site.app.url}/live`, { transports: ['websocket'], extraHeaders: { cookie }, forceNew: true });
  const events: string[] = [];
  const greeted = new Promise<void>((resolve) => socket.once('unread', () => resolve()));
  socket.onAny((event: string, { unread }: { unread: number }) => events.push(`${event} ${unread}`));
  await greeted;
  await owner.client.call(readNotifications, { body: {} });
  await expect.poll(() => events.at(-1)).toBe('unread 0');
  const comment = await writer.client.call(addComment, {
    params: { id: pool.id },
    body: { content: 'Louder, please' },
  });
  await site.app.settle();
  await expect.poll(() => events.at(-1)).toBe('notified 1');
  const [notice] = await site.noticesOf(owner);
  await owner.client.call(readNotifications, { body: { ids: [notice?.id ?? ''] } });
  await expect.poll(() => events.at(-1)).toBe('unread 0');
  await writer.client.call(deleteComment, { params: { id: comment.id } });
  await expect.poll(() => events.at(-1)).toBe('notified 0');
  socket.close();
  expect(events.filter((event) => event.startsWith('notified'))).toEqual(['notified 1', 'notified 0']);
});
