import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCurrentUser, login, register } from '#contract/accounts.ts';
import { deleteAdminUser } from '#contract/admin/users.ts';
import { addComment, likeComment, listComments } from '#contract/comments.ts';
import { setCover } from '#contract/creators/creator-cover.ts';
import { followCreator, getCreator } from '#contract/creators/creators.ts';
import { setInterests } from '#contract/interests.ts';
import { likePool } from '#contract/likes.ts';
import { chooseNotifications, type MailTiming } from '#contract/notifications.ts';
import { getUserProfile } from '#contract/people.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { savePool } from '#contract/saves.ts';
import { deleteAccount, exportPath, updateProfile } from '#contract/settings.ts';
import type { CallRefused } from '#testing/client.ts';
import { type CreatorMember, cards, HttpSite, type Member, password } from '#testing/journeys/http-site.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { readOutbox } from '#testing/outbox.ts';
import { seed, seededRandom } from '#testing/seeded-random.ts';
import { unzip } from '#testing/zip.ts';

let site: HttpSite;
let creator: CreatorMember;
beforeAll(async () => {
  site = await HttpSite.open();
  creator = await site.creator();
});
afterAll(() => site.close());

const leave = ({ client }: Member, secret = password) => client.call(deleteAccount, { body: { password: secret } });
const removeByAdmin = ({ id }: Member) =>
  site.admin.client.call(deleteAdminUser, { params: { id }, body: { reason: 'Asked for by mail' } });
const inUse = (message: RegExp) => ({ status: 409, code: 'account_in_use', message: expect.stringMatching(message) });
const subjectsTo = async (email: string) => (await readOutbox(site.app, email)).map(({ subject }) => subject);

async function exportOf({
  client,
}: Member): Promise<{ names: string[]; read: (name: string) => never[]; text: string }> {
  const answer = await client.raw('GET', exportPath);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Fanfare-[\w-]+-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  return {
    names: [...files.keys()],
    read: (name) => JSON.parse(String(files.get(`${name}.json`))) as never[],
    // Notices name and quote other people.
    text: [...files]
      .filter(([name]) => name !== 'notifications.json')
      .map(([, data]) => String(data))
      .join('\n'),
  };
}

describe('the data export', () => {
  test('contains all data about a person and nothing about others', async () => {
    const ada = await site.member('ada');
    const ben = await site.member('ben');
    const pool = await site.newPool(ada, creator, { title: 'A song for the export' });
    await site.pledge(ada, pool, 5_00);
    await site.pledge(ben, pool, 6_00);
    await ada.client.call(likePool, { params: { id: pool.id } });
    await ada.client.call(savePool, { params: { id: pool.id } });
    await ada.client.call(addComment, { params: { id: pool.id }, body: { content: 'My own words' } });
    const body = { content: 'Someone else wrote this' };
    const other = await ben.client.call(addComment, { params: { id: pool.id }, body });
    await ada.client.call(likeComment, { params: { id: other.id } });
    await ada.client.call(followCreator, { params: { username: creator.username } });
    await ada.client.call(updateProfile, { body: { bio: 'About me', displayName: 'Ada' } });
    await ada.client.call(setInterests, { body: { interests: ['Music', 'Comedy'] } });
    const { names, read, text } = await exportOf(ada);
    expect(names[0]).toBe('README.txt');
    expect(read('account')).toMatchObject([{ email: ada.email, username: ada.username, bio: 'About me' }]);
    expect(read('pools')).toMatchObject([{ id: pool.id, title: 'A song for the export', categories: ['Music'] }]);
    expect(read('pledges')).toMatchObject([
      { poolId: pool.id, amountCents: 5_00, status: 'pledged', cardLast4: '4242' },
    ]);
    expect(read('cards')).toMatchObject([{ last4: '4242' }]);
    expect(read('comments')).toMatchObject([{ content: 'My own words' }]);
    expect(read('likes')).toMatchObject([{ poolId: pool.id }]);
    expect(read('interests')).toEqual([{ category: 'Music' }, { category: 'Comedy' }]);
    expect(read('saved-pools')).toMatchObject([{ poolId: pool.id, news: true, remindedAt: null }]);
    expect(read('comment_likes')).toMatchObject([{ commentId: other.id }]);
    expect(read('follows')).toMatchObject([{ username: creator.username }]);
    expect(read('sessions')).toHaveLength(1);
    expect(read('payouts')).toEqual([]);
    expect(text).not.toContain('Someone else wrote this');
    expect(text).not.toContain(ben.username);
    expect(text).not.toMatch(/argon2|token_?hash|cardRef|card_ref/i);
    const visitor = await site.app.client().raw('GET', exportPath);
    expect(visitor.status).toBe(401);
    const mine = await exportOf(creator);
    expect(mine.read('creator-profile')).toMatchObject([{ username: creator.username }]);
    expect(mine.read('pools-to-answer')).toMatchObject([{ id: pool.id }]);
  });
});

describe('deleting an account', () => {
  test('requires the password or a recent sign-in', async () => {
    const ada = await site.member('ada');
    await expect(leave(ada, 'wrong')).rejects.toMatchObject({ status: 400, code: 'wrong_password' });
    await expect(site.app.client().call(deleteAccount, { body: { password } })).rejects.toMatchObject({ status: 401 });
    await site.sql`update sessions set proven_at = now() - interval '1 hour' where user_id = ${ada.id}`;
    await expect(ada.client.call(deleteAccount, { body: {} })).rejects.toMatchObject({
      status: 403,
      code: 'proof_required',
    });
    await ada.client.call(login, { body: { email: ada.email, password } });
    await ada.client.call(deleteAccount, { body: {} });
    await expect(ada.client.call(getCurrentUser)).rejects.toMatchObject({ status: 401 });
  });

  test('withdraws uncharged pledges and erases the person', async () => {
    const owner = await site.member('owner');
    const ada = await site.member('ada');
    const ben = await site.member('ben');
    const other = { ...ada, client: site.app.client() };
    await other.client.call(login, { body: { email: ada.email, password } });
    const pool = await site.newPool(owner, creator);
    const own = await site.newPool(ada, null, { title: 'Only mine' });
    const shared = await site.newPool(ada, creator, { title: 'Others are in it' });
    const pledge = await site.pledge(ada, pool, 5_00);
    await site.pledge(ada, own, 3_00);
    await site.pledge(ben, shared, 7_00);
    await ada.client.call(likePool, { params: { id: pool.id } });
    await ada.client.call(savePool, { params: { id: pool.id } });
    await ada.client.call(followCreator, { params: { username: creator.username } });
    const post = (who: Member, content: string, parentId?: string) =>
      who.client.call(addComment, { params: { id: pool.id }, body: { content, ...(parentId ? { parentId } : {}) } });
    const { id: threadId } = await post(ada, 'Words that go');
    const { id: answerId } = await post(ben, 'An answer that stays', threadId);
    await ada.client.call(likeComment, { params: { id: answerId } });
    await post(ada, 'No one answered this');
    await ada.client.call(updateProfile, { body: { displayName: 'Ada Lovelace', bio: 'Mathematics' } });
    const report = (who: Member, kind: 'comment', id: string, reason: string) =>
      who.client.call(makeReport, { body: { kind, id, reason } });
    await report(ben, 'comment', threadId, 'Reported by someone else');
    await report(ada, 'comment', answerId, 'Reported by the person who goes');

    expect(await leave(ada)).toEqual({ message: 'Your account is deleted.' });

    for (const { client } of [ada, other]) {
      await expect(client.call(getCurrentUser)).rejects.toMatchObject({ status: 401 });
    }
    await expect(other.client.call(login, { body: { email: ada.email, password } })).rejects.toMatchObject({
      status: 401,
    });
    const profile = owner.client.call(getUserProfile, { params: { username: ada.username } });
    await expect(profile).rejects.toMatchObject({ status: 404 });
    expect(await site.pool(pool.id)).toMatchObject({ pledgedAmount: 0, fanCount: 0, likeCount: 0, commentCount: 1 });
    expect((await site.pool(own.id)).status).toBe('cancelled');
    expect(await site.pool(shared.id)).toMatchObject({ status: 'open', creator: { displayName: 'Deleted user' } });
    const [row] = await site.sql<{ status: string }[]>`select status from pledges where id = ${pledge.id}`;
    expect(row?.status).toBe('withdrawn');
    const { comments } = await ben.client.call(listComments, { params: { id: pool.id } });
    expect(JSON.stringify(comments)).not.toContain('Words that go');
    expect(JSON.stringify(comments)).toContain('An answer that stays');
    expect((await site.noticesOf(owner)).filter(({ kind }) => kind === 'pool_commented')).toMatchObject([
      { title: expect.stringContaining(ben.username) },
    ]);
    expect((await ben.client.call(getCreator, { params: { username: creator.username } })).followerCount).toBe(1);
    await site.app.settle();
    const [traces] = await site.sql`
      select email, username, display_name, bio, avatar_url, password_hash from users where id = ${ada.id}`;
    // Do not search for the first name: random ids can contain "ada".
    expect(JSON.stringify(traces)).not.toMatch(new RegExp(`${ada.username}|lovelace|mathematics`, 'i'));
    const reports = await site.sql<{ excerpt: string; reason: string }[]>`
      select excerpt, reason from reports where pool_id = ${pool.id} order by created_at`;
    expect(reports).toEqual([
      { excerpt: '', reason: 'Reported by someone else' },
      { excerpt: 'An answer that stays', reason: '' },
    ]);
    const [card] = await site.sql<{ removedAt: Date | null }[]>`select removed_at from cards where user_id = ${ada.id}`;
    expect(card?.removedAt).toBeInstanceOf(Date);
    expect(await subjectsTo(ada.email)).toContain('Your account was deleted');
    // Email address and username are free again, and the new account is another person.
    const again = site.app.client();
    const { id } = await again.call(register, { body: { email: ada.email, username: ada.username, password } });
    expect(id).not.toBe(ada.id);
    await expect(again.call(getPledge, { params: { id: pledge.id } })).rejects.toMatchObject({ status: 404 });
  });

  test('is refused with the reason while the person owes, has held money, or must deliver', async () => {
    const owner = await site.member('owner');
    const maker = await site.creator();
    const [payer, debtor] = [await site.member('payer'), await site.member('debtor')];
    const { pool, pledges } = await site.funded(owner, maker, [
      { who: payer, cents: 20_00 },
      { who: debtor, cents: 10_00, card: cards.insufficient },
    ]);
    const due = pledges.find(({ amountCents }) => amountCents === 10_00);
    await site.pledgeIs(debtor, due?.id ?? '', 'notified');
    await expect(leave(payer)).rejects.toMatchObject(inUse(/^A payment of \$20 is held for “A song about rain”\./));
    await expect(leave(debtor)).rejects.toMatchObject(inUse(/^\$10 is due for “A song about rain”\./));
    await expect(leave(maker)).rejects.toMatchObject(inUse(/^“A song about rain” is not finished\./));
    await site.letTimePass(pool);
    await leave(debtor);
    await expect(leave(maker)).rejects.toMatchObject(inUse(/is not finished/));
    await site.deliver(maker, pool);
    await site.review(pool);
    await site.letTimePass(await site.poolIs(pool.id, 'delivered'));
    await site.poolIs(pool.id, 'completed');
    await site.app.settle();
    await leave(payer);
    await leave(maker);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'completed', currentAmount: 20_00, creatorProfile: null });
    await expect(owner.client.call(getCreator, { params: { username: maker.username } })).rejects.toMatchObject({
      status: 404,
    });
    // The owner of the pool can leave, too; the pool stays for the others.
    await leave(owner);
  });

  test('declines pools that wait for the creator, and charges no fan', async () => {
    const maker = await site.creator();
    const fan = await site.member('fan');
    const pool = await site.newPool(fan, maker, { fundingGoal: 10_00 });
    const pledge = await site.pledge(fan, pool, 10_00);
    await site.poolIs(pool.id, 'goal_met');
    await leave(maker);
    expect(await site.pool(pool.id)).toMatchObject({ status: 'declined', creatorProfile: null });
    expect((await site.pledgeIs(fan, pledge.id, 'released')).status).toBe('released');
  });

  test('is refused for the last admin', async () => {
    await expect(leave(site.admin)).rejects.toMatchObject(inUse(/^You are the only admin\./));
  });
});

describe('the cover of a creator', () => {
  test('is in the export with its description, and is deleted with the account', async () => {
    const maker = await site.creator();
    const picture = await sharp({ create: { width: 600, height: 150, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('cover', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'cover.png');
    form.append('alt', 'The harbor at dusk');
    const { url } = await maker.client.form(setCover, form);
    const files = await unzip(Buffer.from(await (await maker.client.raw('GET', exportPath)).arrayBuffer()));
    expect([...files.values()].join()).toContain('The harbor at dusk');
    expect((await site.visitor().client.raw('GET', url ?? '')).status).toBe(200);
    await leave(maker);
    expect((await site.visitor().client.raw('GET', url ?? '')).status).toBe(404);
  });
});

describe('notification settings', () => {
  test('allow in-app, mail, both and neither; notices about money always arrive', async () => {
    const maker = await site.creator();
    const owner = await site.member('owner');
    const people = await Promise.all(['all', 'mail', 'here', 'none'].map((name) => site.member(name)));
    const [all, mail, here, none] = people as [Member, Member, Member, Member];
    const choose = (who: Member, choice: { inApp?: boolean; mail?: MailTiming }) =>
      who.client.call(chooseNotifications, { body: { topic: 'pools', ...choice } });
    await choose(mail, { inApp: false });
    await choose(here, { mail: 'never' });
    await choose(none, { inApp: false, mail: 'never' });
    const pool = await site.newPool(owner, maker, { fundingGoal: 20_00 });
    for (const who of people) await site.pledge(who, pool, 5_00);
    await site.accept(maker, pool);
    await site.app.settle();
    const seen = async (who: Member) => {
      const notices = (await site.noticesOf(who)).map(({ kind }) => kind);
      const mails = await subjectsTo(who.email);
      return [notices.includes('accepted'), mails.some((subject) => subject?.includes('accepted'))];
    };
    expect(await Promise.all(people.map(seen))).toEqual([
      [true, true],
      [false, true],
      [true, false],
      [false, false],
    ]);
    for (const who of [all, none]) {
      expect((await site.noticesOf(who)).some(({ kind }) => kind === 'receipt')).toBe(true);
      expect(await subjectsTo(who.email)).toContain('Receipt for your pledge · Fanfare');
    }
    const [letter] = (await readOutbox(site.app, mail.email)).filter(({ subject }) => subject?.includes('accepted'));
    expect(letter?.text).toContain('/settings#notifications');
  });
});

describe.each([
  ['by its owner', leave],
  ['by an admin', removeByAdmin],
])('requests during the deletion of an account %s', (_by, remove) => {
  const tables = [
    'pledges:fan_id',
    'comments:author_id',
    'pool_likes:user_id',
    'pool_saves:user_id',
    'comment_likes:user_id',
    'pools:owner_id',
    'creator_follows:user_id',
    'user_interests:user_id',
  ];
  /** Tables with live rows of an account; withdrawn pledges and deleted comments do not count. */
  const standing = async (userId: string) => {
    const problems: string[] = [];
    for (const [table = '', column = ''] of tables.map((name) => name.split(':'))) {
      const rows = await site.sql`select * from ${site.sql(table)} where ${site.sql(column)} = ${userId}`;
      const live = rows.filter(
        (row) => !row.deletedAt && !['withdrawn', 'released', 'cancelled'].includes(String(row.status)),
      );
      if (live.length > 0) problems.push(table);
    }
    return problems;
  };
  const acts = (who: Member, pool: Pool, commentId: string) => [
    who.client.call(pledgeToPool, {
      params: { poolId: pool.id },
      body: { amountCents: 500, requestKey: randomUUID() },
    }),
    site.pledgeWithSavedCard(who, pool, 6_00),
    who.client.call(addComment, { params: { id: pool.id }, body: { content: 'Too late' } }),
    who.client.call(likePool, { params: { id: pool.id } }),
    who.client.call(likeComment, { params: { id: commentId } }),
    who.client.call(savePool, { params: { id: pool.id } }),
    site.newPool(who, null, { title: 'Too late' }),
    who.client.call(setInterests, { body: { interests: ['Music'] } }),
    who.client.call(followCreator, { params: { username: creator.username } }),
  ];
  const commentOn = (pool: Pool, { client }: Member) =>
    client.call(addComment, { params: { id: pool.id }, body: { content: 'Do you like this?' } });
  const someone = async () => {
    const who = await site.member('ada');
    await site.giveCard(who.id, 'pays');
    return who;
  };

  test('wait for the deletion and are refused', async () => {
    const owner = await site.member('owner');
    const [heldPool, pool] = [await site.newPool(owner, creator), await site.newPool(owner, creator)];
    const { id: commentId } = await commentOn(pool, owner);
    const ada = await someone();
    await site.pledge(ada, heldPool, 5_00);
    let left: Promise<unknown> = Promise.resolve();
    let sent: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
    await site.sql.begin(async (tx) => {
      // The deletion holds the account's lock and waits for the lock of the pool with the pledge.
      await tx`select 1 from pools where id = ${heldPool.id} for update`;
      left = remove(ada);
      await lockWaits(tx, 1, 'pools');
      sent = Promise.allSettled(acts(ada, pool, commentId));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await left).toMatchObject({ message: expect.stringMatching(/^(?:Your|The) account (?:is|was) deleted/) });
    for (const result of await sent) {
      expect(result).toMatchObject({ status: 'rejected' });
      // A pledge that reads the saved card only after the deletion finds none.
      const { code } = (result as PromiseRejectedResult).reason as CallRefused;
      expect(['not_signed_in', 'no_saved_card']).toContain(code);
    }
    expect(await standing(ada.id)).toEqual([]);
    expect(await site.pool(pool.id)).toMatchObject({ pledgedAmount: 0, fanCount: 0, likeCount: 0, commentCount: 1 });
  });

  test('either take effect before the deletion or are refused', async () => {
    const owner = await site.member('owner');
    const pool = await site.newPool(owner, creator);
    const { id: commentId } = await commentOn(pool, owner);
    const people = await Promise.all(Array.from({ length: 8 }, someone));
    const { below } = seededRandom(seed);
    const rounds = people.map(async (who) => {
      const others = acts(who, pool, commentId);
      const at = below(others.length);
      const results = await Promise.allSettled([...others.slice(0, at), remove(who), ...others.slice(at)]);
      for (const result of results) {
        if (result.status === 'rejected') expect([401, 404, 409]).toContain(result.reason.status);
      }
      // A pledge just before the deletion does not prevent it, because no card was charged.
      const [row] = await site.sql`select deleted_at from users where id = ${who.id}`;
      if (row?.deletedAt) expect(await standing(who.id)).toEqual([]);
      return Boolean(row?.deletedAt);
    });
    expect((await Promise.all(rounds)).filter(Boolean).length).toBeGreaterThan(0);
    const [counted] = await site.sql<{ likes: number }[]>`
      select count(*) as likes from pool_likes where pool_id = ${pool.id}`;
    expect(await site.pool(pool.id)).toMatchObject({ likeCount: counted?.likes });
  });
});
