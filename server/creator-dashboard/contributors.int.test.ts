import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  getCreatorMessage,
  listContributors,
  listSentMessages,
  messageContributors,
  setLatePledges,
} from '#contract/contributors.ts';
import { getCreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { chooseNotifications, listNotifications } from '#contract/notifications.ts';
import { blockUser } from '#contract/people.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { contributorBatches } from './list-contributors.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
});
afterAll(() => stage.close());

const write = (who: Person, poolId: string, text: string, requestKey: string = randomUUID()) =>
  who.client.call(messageContributors, { params: { id: poolId }, body: { text, requestKey } });

async function noticesOf(fan: Person): Promise<string[]> {
  await stage.app.settle();
  const { notifications } = await fan.client.call(listNotifications);
  return notifications.filter(({ kind }) => kind === 'creator_message').map(({ body }) => body);
}

describe('contributors', () => {
  it('are listed with their pledges, and anonymous ones without a name', async () => {
    const { creator } = stage.people;
    const { poolId, fans } = await stage.collected([{ cents: 30_00 }]);
    const pool = await stage.newPool(500_00);
    const hidden = await stage.fan();
    await stage.saveCard(hidden);
    await stage.post(hidden, pool.id, 12_34, { useSavedCard: true, anonymous: true });
    const paid = await creator.client.call(listContributors, { params: { id: poolId } });
    const [username] = await stage.sql<
      { username: string }[]
    >`select username from users where id = ${fans[0]?.id ?? ''}`;
    expect(paid.items).toMatchObject([{ fan: username, amountCents: 30_00, status: 'paid' }]);
    expect(paid.totals).toMatchObject({ liveCount: 1, paidCents: 30_00, pledgedCents: 30_00 });
    const anonymous = await creator.client.call(listContributors, { params: { id: pool.id } });
    expect(anonymous.items).toMatchObject([{ fan: null, amountCents: 12_34, status: 'pledged' }]);
    const [name] = await stage.sql<{ username: string }[]>`select username from users where id = ${hidden.id}`;
    const csv = await (await creator.client.raw('GET', `/api/creator/pools/${pool.id}/contributors.csv`)).text();
    expect(csv).toContain('Anonymous fan,,12.34,Pledged');
    expect(csv).not.toContain(name?.username);
  });

  it('cannot put a formula into the file', async () => {
    const { creator } = stage.people;
    const { poolId, fans } = await stage.collected([{ cents: 30_00 }]);
    await stage.sql`update users set display_name = '=HYPERLINK("http://x")' where id = ${fans[0]?.id ?? ''}`;
    const csv = await (await creator.client.raw('GET', `/api/creator/pools/${poolId}/contributors.csv`)).text();
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  it('are exported once each while another fan pledges', async () => {
    const { id: poolId } = await stage.newPool(500_00);
    const fans = await Promise.all([1, 2, 3, 4].map(() => stage.fan()));
    for (const fan of fans) await stage.saveCard(fan);
    const ids: string[] = [];
    const pledge = async (fan: Person | undefined) => {
      if (!fan) throw new Error('there is no fan');
      ids.unshift((await stage.post(fan, poolId, 10_00, { useSavedCard: true })).pledge.id);
    };
    for (const fan of fans.slice(1)) await pledge(fan);
    const creator = { userId: stage.people.creator.id, role: 'creator' } as Actor;
    const exported: string[] = [];
    for await (const batch of contributorBatches(stage.context, { actor: creator, poolId, seesAdult: false }, 2)) {
      if (exported.length === 0) await pledge(fans[0]);
      exported.push(...batch.map(({ pledgeId }) => pledgeId));
    }
    expect(exported).toEqual(ids.slice(1));
  });

  it('are shown to no one but the assigned creator', async () => {
    const { poolId } = await stage.collected([{ cents: 30_00 }]);
    const other = await insertPerson(stage.app, 'creator');
    const params = { id: poolId };
    for (const stranger of [other, stage.people.admin]) {
      await expect(stranger.client.call(listContributors, { params })).rejects.toMatchObject({ status: 404 });
      expect(await stranger.client.call(getCreatorRequest, { params })).toEqual({ request: null });
      await expect(stranger.client.call(listSentMessages, { params })).rejects.toMatchObject({ status: 404 });
      await expect(write(stranger, poolId, 'Hello')).rejects.toMatchObject({ status: 404 });
      expect((await stranger.client.raw('GET', `/api/creator/pools/${poolId}/contributors.csv`)).status).toBe(404);
    }
    const fan = await stage.fan();
    await expect(fan.client.call(listContributors, { params })).rejects.toMatchObject({ status: 403 });
  });
});

describe('a message to contributors', () => {
  it('reaches everyone who backs the pool once, as a notice and an email', async () => {
    const { creator } = stage.people;
    const { poolId, fans } = await stage.collected([{ cents: 20_00 }, { cents: 20_00 }]);
    const [first, second] = fans as [Person, Person];
    await second.client.call(chooseNotifications, { body: { topic: 'pools', mail: 'never' } });
    const key = randomUUID();
    const sent = await write(creator, poolId, 'The first mix is done.', key);
    expect(await write(creator, poolId, 'The first mix is done.', key)).toEqual(sent);
    expect(sent.recipientCount).toBe(2);
    await expect(write(creator, poolId, 'Another text', key)).rejects.toMatchObject({ code: 'request_key_reused' });
    expect(await noticesOf(first)).toEqual([expect.stringContaining('The first mix is done.')]);
    expect(await noticesOf(second)).toHaveLength(1);
    const mails = (await readOutbox(stage.app)).filter(({ text }) => text?.includes('The first mix is done.'));
    expect(mails).toHaveLength(1);
    const read = await first.client.call(getCreatorMessage, { params: { id: sent.id } });
    expect(read).toMatchObject({ text: 'The first mix is done.', poolId });
    const stranger = await stage.fan();
    await expect(stranger.client.call(getCreatorMessage, { params: { id: sent.id } })).rejects.toMatchObject({
      status: 404,
    });
    const { messages } = await creator.client.call(listSentMessages, { params: { id: poolId } });
    expect(messages).toEqual([sent]);
  });

  it('does not notify a fan who has blocked the creator', async () => {
    const { creator } = stage.people;
    const { poolId, fans } = await stage.collected([{ cents: 20_00 }, { cents: 20_00 }]);
    const [blocker, other] = fans as [Person, Person];
    await blocker.client.call(blockUser, { params: { id: creator.id } });
    // The count does not tell the creator about the block.
    expect(await write(creator, poolId, 'News for you')).toMatchObject({ recipientCount: 2 });
    expect(await noticesOf(blocker)).toEqual([]);
    expect(await noticesOf(other)).toHaveLength(1);
  });

  it('is limited per pool and day, also for requests at the same moment', async () => {
    const { creator } = stage.people;
    const { poolId } = await stage.collected([{ cents: 20_00 }]);
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => write(creator, poolId, `News ${index}`)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(write(creator, poolId, 'One more')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('goes to one pool when requests to several pools share a key at the same moment', async () => {
    const { creator } = stage.people;
    const pools: string[] = [];
    for (let n = 0; n < 3; n++) pools.push((await stage.collected([{ cents: 20_00 }])).poolId);
    const key = randomUUID();
    const tries = await Promise.allSettled(pools.map((poolId) => write(creator, poolId, 'The same news', key)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual([
      'request_key_reused',
      'request_key_reused',
    ]);
  });

  it('needs someone who backs the pool, and a pool that is not frozen', async () => {
    const { creator } = stage.people;
    const empty = await stage.newPool();
    await expect(write(creator, empty.id, 'Hello')).rejects.toMatchObject({ code: 'pool_state' });
    const { poolId } = await stage.collected([{ cents: 20_00 }]);
    await stage.apply(poolId, { type: 'freeze' });
    await expect(write(creator, poolId, 'Hello')).rejects.toMatchObject({ code: 'pool_frozen' });
    await stage.apply(poolId, { type: 'unfreeze' });
  });

  it('keeps the text of an adult pool out of notices and mails, and behind the age gate', async () => {
    const { creator } = stage.people;
    const { poolId, fans } = await stage.collected([{ cents: 20_00 }]);
    const [fan] = fans as [Person];
    await stage.sql`update pools set adult = true where id = ${poolId}`;
    const { id } = await write(creator, poolId, 'Something explicit');
    expect(await noticesOf(fan)).toEqual([expect.not.stringContaining('explicit')]);
    expect((await readOutbox(stage.app)).filter(({ text }) => text?.includes('explicit'))).toEqual([]);
    expect(await fan.client.call(getCreatorMessage, { params: { id } })).toMatchObject({ text: '', adult: true });
    fan.client.cookies.set('age_verified', '1');
    expect(await fan.client.call(getCreatorMessage, { params: { id } })).toMatchObject({ text: 'Something explicit' });
    await stage.sql`update pools set adult = false where id = ${poolId}`;
  });
});

describe('the late-pledge switch', () => {
  it('opens and closes a delivered pool to late fans', async () => {
    const { creator } = stage.people;
    const { poolId } = await stage.collected([{ cents: 30_00 }]);
    const set = (allowed: boolean, who: Person = creator) =>
      who.client.call(setLatePledges, { params: { id: poolId }, body: { allowed } });
    await stage.deliver(poolId);
    const fan = await stage.fan();
    await expect(stage.post(fan, poolId, 10_00)).rejects.toMatchObject({ code: 'pool_closed' });
    await set(true);
    const waiting = await stage.post(fan, poolId, 10_00);
    await set(false);
    await expect(stage.post(await stage.fan(), poolId, 10_00)).rejects.toMatchObject({ code: 'pool_closed' });
    // The fan was on the payment page already: they pay for what they were offered, and get access.
    await stage.checkout(waiting.setup?.url);
    await stage.app.settle();
    expect(await stage.get(fan, waiting.pledge.id)).toMatchObject({ status: 'paid' });
    expect(
      await stage.sql`select 1 from content_access where pool_id = ${poolId} and user_id = ${fan.id}`,
    ).toHaveLength(1);
    await expect(set(true, await insertPerson(stage.app, 'creator'))).rejects.toMatchObject({ status: 403 });
  });

  it('does not exist before acceptance', async () => {
    const pool = await stage.newPool();
    const params = { id: pool.id };
    await expect(
      stage.people.creator.client.call(setLatePledges, { params, body: { allowed: true } }),
    ).rejects.toMatchObject({ code: 'pool_state' });
  });
});
