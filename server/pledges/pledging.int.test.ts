import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listNotifications } from '#contract/notifications.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { changePledge, dismissPledge, listMyPledges, payPledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import { editPool, getPool } from '#contract/pools/pools.ts';
import { submitCard } from '#testing/card-driver/hosted-page.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';

const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'went through',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('pledging', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  it('waits for a card and counts once it is saved', async () => {
    const pool = await stage.newPool(100_00);
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 25_00);
    expect(pledge).toMatchObject({
      status: 'setup_pending',
      amount: 25_00,
      amountCents: 25_00,
      poolPath: pool.canonicalPath,
    });
    expect((await stage.pool(pool.id)).pledgedAmount).toBe(0);
    const back = await stage.checkout(setup?.url);
    expect(back).toContain(`/payment/success?pledge=${pledge.id}`);
    await stage.app.settle();
    expect(await stage.get(fan, pledge.id)).toMatchObject({
      status: 'pledged',
      card: { brand: 'visa', last4: '4242' },
    });
    expect(await stage.pool(pool.id)).toMatchObject({
      pledgedAmount: 25_00,
      pledgedPercentage: 25,
      fanCount: 1,
      status: 'open',
    });
  });

  it('asks the processor when the pledge is read, without a webhook', async () => {
    const faults = faultsOf(stage.context);
    faults.webhooks = 'drop';
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 25_00);
    await stage.checkout(setup?.url);
    await stage.get(fan, pledge.id);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
    faults.webhooks = 'deliver';
  });

  it('returns one pledge to 50 parallel requests with one key', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const requestKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => stage.post(fan, pool.id, 12_00, { requestKey })),
    );
    expect(new Set(answers.map(({ pledge }) => pledge.id)).size).toBe(1);
    expect(new Set(answers.map(({ setup }) => setup?.url)).size).toBe(1);
    expect(await fan.client.call(listMyPledges, { query: {} })).toMatchObject([
      { poolId: pool.id, pool: { fundingGoal: 100_00, pledgedAmount: 0, imageUrl: null } },
    ]);
    expect(await stage.post(fan, pool.id, 12_00, { requestKey })).toEqual(answers[0]);
    expect(await codeOf(stage.post(fan, pool.id, 13_00, { requestKey }))).toBe('request_key_reused');
    const other = await stage.newPool();
    expect(await codeOf(stage.post(fan, other.id, 12_00, { requestKey }))).toBe('request_key_reused');
  });

  describe('to a pool that its owner changes', () => {
    const edit = (poolId: string, body: Record<string, unknown>) =>
      stage.people.owner.client.call(editPool, { params: { id: poolId }, body });

    it('ends while it waits for its card, and tells the fan', async () => {
      const pool = await stage.newPool();
      const fan = await stage.fan();
      const own = await stage.post(stage.people.owner, pool.id, 5_00);
      const { pledge, setup } = await stage.post(fan, pool.id, 25_00);
      await edit(pool.id, { deadline: new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString() });
      expect((await stage.get(fan, pledge.id)).status).toBe('setup_pending');
      await edit(pool.id, { title: 'Another song', fundingGoal: 10_00 });
      expect(await stage.get(fan, pledge.id)).toMatchObject({ status: 'released', poolStatus: 'open' });
      expect((await stage.get(stage.people.owner, own.pledge.id)).status).toBe('setup_pending');
      // The card page of the sandbox closes with a job.
      await stage.app.settle();
      expect((await submitCard(setup?.url ?? '', cards.pays)).status).toBe(409);
      await stage.app.settle();
      expect((await stage.get(fan, pledge.id)).status).toBe('released');
      expect(await stage.pool(pool.id)).toMatchObject({ status: 'open', pledgedAmount: 0 });
      const [notice] = (await fan.client.call(listNotifications)).notifications;
      expect(notice).toMatchObject({ title: 'Your pledge was released' });
      expect(notice?.body).toContain('“Another song” changed before your card was saved');
    });

    it('is refused with the mark of the old content, with and without a saved card', async () => {
      const pool = await stage.newPool();
      const [plain, carded, other, early] = [
        await stage.fan(),
        await stage.fan(),
        await stage.fan(),
        stage.people.owner,
      ];
      for (const fan of [carded, other]) await stage.saveCard(fan);
      const seen = { contentMark: pool.contentMark };
      const first = { ...seen, requestKey: randomUUID() };
      const waiting = await stage.post(early, pool.id, 5_00, first);
      const { contentMark } = await edit(pool.id, { description: 'Please write a song about snow instead of rain.' });
      expect(contentMark).not.toBe(seen.contentMark);
      expect(await codeOf(stage.post(plain, pool.id, 10_00, seen))).toBe('pool_state');
      expect(await codeOf(stage.post(carded, pool.id, 10_00, { ...seen, useSavedCard: true }))).toBe('pool_state');
      expect(await codeOf(stage.post(early, pool.id, 6_00, seen))).toBe('pool_state');
      // A repeated request gets its answer again.
      expect((await stage.post(early, pool.id, 5_00, first)).pledge.id).toBe(waiting.pledge.id);
      expect(await stage.sql`select amount_cents from pledges where pool_id = ${pool.id}`).toEqual([
        { amountCents: 5_00 },
      ]);
      expect((await stage.post(plain, pool.id, 10_00, { contentMark })).pledge.status).toBe('setup_pending');
      const [refused, counted] = await Promise.all([
        codeOf(stage.post(carded, pool.id, 10_00, { ...seen, useSavedCard: true })),
        stage.post(other, pool.id, 10_00, { contentMark, useSavedCard: true }),
      ]);
      expect([refused, counted.pledge.status]).toEqual(['pool_state', 'pledged']);
    });

    it('is refused if it begins during the change', async () => {
      const pool = await stage.newPool();
      const [plain, carded] = [await stage.fan(), await stage.fan()];
      await stage.saveCard(carded);
      const { contentMark } = pool;
      let pledging: Promise<string[]> | undefined;
      stage.context.facts.within('pool.content_changed', async (tx, { poolId }) => {
        if (poolId !== pool.id) return;
        pledging = Promise.all([
          codeOf(stage.post(plain, pool.id, 10_00, { contentMark })),
          codeOf(stage.post(carded, pool.id, 10_00, { contentMark, useSavedCard: true })),
        ]);
        // Both wait in one batch.
        await lockWaits(tx);
      });
      await edit(pool.id, { title: 'Another song' });
      expect(await pledging).toEqual(['pool_state', 'pool_state']);
      expect(await stage.sql`select 1 from pledges where pool_id = ${pool.id}`).toHaveLength(0);
    });
  });

  it('tells only the fan whose pledge met the goal', async () => {
    const pool = await stage.newPool(50_00);
    const [one, two, three] = [await stage.fan(), await stage.fan(), await stage.fan()];
    const before = await stage.pledge(one, pool.id, 20_00);
    expect((await stage.pledge(two, pool.id, 40_00)).metGoal).toBe(true);
    expect((await stage.pledge(three, pool.id, 10_00)).metGoal).toBe(false);
    expect((await stage.get(one, before.id)).metGoal).toBe(false);
    const page = await two.client.call(getPool, { params: { id: pool.id } });
    expect(page.myPledge?.metGoal).toBe(true);
  });

  it('counts one pledge for parallel requests with a saved card', async () => {
    const fan = await stage.fan();
    await stage.saveCard(fan);
    const pool = await stage.newPool();
    const requestKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => stage.post(fan, pool.id, 12_00, { requestKey, useSavedCard: true })),
    );
    expect(new Set(answers.map(({ pledge }) => pledge.id)).size).toBe(1);
    expect(answers.every(({ pledge }) => pledge.status === 'pledged')).toBe(true);
    expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: 12_00, fanCount: 1 });
    expect(await codeOf(stage.post(fan, pool.id, 13_00, { requestKey, useSavedCard: true }))).toBe(
      'request_key_reused',
    );
    expect(await codeOf(stage.post(fan, pool.id, 13_00))).toBe('pledge_exists');
    expect(await codeOf(stage.post(fan, pool.id, 13_00, { useSavedCard: true }))).toBe('pledge_exists');
  });

  it('gives a later pledge a greater id, so that new pledges share the last page of an index', async () => {
    const fan = await stage.fan();
    await stage.saveCard(fan);
    const ids: string[] = [];
    for (const useSavedCard of [true, false, true]) {
      const pool = await stage.newPool();
      ids.push((await stage.post(fan, pool.id, 12_00, { useSavedCard })).pledge.id);
    }
    expect(ids).toEqual(ids.toSorted());
    expect(ids.every((id) => id[14] === '7')).toBe(true);
  });

  it('makes one pledge of two concurrent requests with different keys', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    await stage.saveCard(fan);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => codeOf(stage.post(fan, pool.id, 12_00, { useSavedCard: true }))),
    );
    expect(outcomes.filter((code) => code === 'went through')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'pledge_exists')).toHaveLength(9);
    expect((await stage.pool(pool.id)).pledgedAmount).toBe(12_00);
  });

  it('continues the same pledge when the fan comes back before a card was saved', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const [first, second] = [randomUUID(), randomUUID()];
    const one = await stage.post(fan, pool.id, 10_00, { requestKey: first });
    const two = await stage.post(fan, pool.id, 20_00, { requestKey: second, anonymous: true });
    expect(two.pledge).toMatchObject({
      id: one.pledge.id,
      amountCents: 20_00,
      anonymous: true,
      status: 'setup_pending',
    });
    // A late repeat of the first request changes nothing, and each key keeps its own terms.
    expect((await stage.post(fan, pool.id, 10_00, { requestKey: first })).pledge.amountCents).toBe(20_00);
    expect(await codeOf(stage.post(fan, pool.id, 10_00, { requestKey: second }))).toBe('request_key_reused');
    await stage.checkout(two.setup?.url);
    await stage.app.settle();
    expect(await stage.get(fan, one.pledge.id)).toMatchObject({ status: 'pledged', amountCents: 20_00 });
    const same = { requestKey: second, anonymous: true };
    expect((await stage.post(fan, pool.id, 20_00, same)).pledge.status).toBe('pledged');
    expect(await codeOf(stage.post(fan, pool.id, 10_00))).toBe('pledge_exists');
  });

  it('uses a saved card for a pledge that waits for one', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const waiting = await stage.post(fan, pool.id, 10_00);
    await stage.saveCard(fan);
    const now = await stage.post(fan, pool.id, 30_00, { useSavedCard: true });
    expect(now.pledge).toMatchObject({ id: waiting.pledge.id, status: 'pledged', amountCents: 30_00 });
    expect(now.setup).toBeUndefined();
  });

  it('takes another card after a decline', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const first = await stage.post(fan, pool.id, 10_00);
    expect(await stage.checkout(first.setup?.url, cards.declined)).toContain('/payment/declined');
    await stage.app.settle();
    expect((await stage.get(fan, first.pledge.id)).status).toBe('setup_pending');
    const again = await stage.post(fan, pool.id, 10_00);
    expect(again.setup?.url).not.toBe(first.setup?.url);
    await stage.checkout(again.setup?.url);
    await stage.app.settle();
    expect(await stage.get(fan, first.pledge.id)).toMatchObject({ id: again.pledge.id, status: 'pledged' });
  });

  it('refuses invalid pledges', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    expect(await codeOf(stage.post(fan, pool.id, 299))).toBe('validation_failed');
    expect(await codeOf(stage.post(fan, pool.id, 10_000_01))).toBe('validation_failed');
    expect(await codeOf(stage.post(fan, pool.id, 10.5))).toBe('validation_failed');
    expect(await codeOf(stage.post(fan, randomUUID(), 10_00))).toBe('not_found');
    expect(await codeOf(stage.post(fan, pool.id, 10_00, { useSavedCard: true }))).toBe('no_saved_card');
    await stage.apply(pool.id, { type: 'freeze' });
    expect(await codeOf(stage.post(fan, pool.id, 10_00))).toBe('pool_frozen');
    await stage.apply(pool.id, { type: 'unfreeze' });
    await stage.apply(pool.id, { type: 'cancel', byAdmin: true, othersPledged: false });
    expect(await codeOf(stage.post(fan, pool.id, 10_00))).toBe('pool_closed');
  });

  it('shows and changes a pledge to its fan only', async () => {
    const pool = await stage.newPool();
    const [fan, other] = [await stage.fan(), await stage.fan()];
    const { id } = await stage.pledge(fan, pool.id, 10_00);
    const params = { id };
    expect(await codeOf(stage.get(other, id))).toBe('not_found');
    expect(await codeOf(other.client.call(changePledge, { params, body: { amountCents: 20_00 } }))).toBe('not_found');
    expect(await codeOf(other.client.call(withdrawPledge, { params }))).toBe('not_found');
    expect(await codeOf(other.client.call(payPledge, { params }))).toBe('not_found');
    expect(await codeOf(other.client.call(dismissPledge, { params }))).toBe('not_found');
    expect(await codeOf(fan.client.call(payPledge, { params }))).toBe('nothing_due');
    expect(await codeOf(fan.client.call(dismissPledge, { params }))).toBe('nothing_due');
    expect((await fan.client.raw('GET', '/api/pledges/nonsense')).status).toBe(404);
  });

  it('crosses the goal both ways when pledges change', async () => {
    const pool = await stage.newPool(50_00);
    const [one, two] = [await stage.fan(), await stage.fan()];
    const mine = await stage.pledge(one, pool.id, 20_00);
    const theirs = await stage.pledge(two, pool.id, 20_00);
    const set = (amountCents: number): Promise<PledgeView> =>
      one.client.call(changePledge, { params: { id: mine.id }, body: { amountCents } });
    expect((await set(30_00)).metGoal).toBe(true);
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'goal_met', pledgedAmount: 50_00 });
    expect((await stage.get(two, theirs.id)).metGoal).toBe(false);
    await set(29_99);
    expect(await stage.pool(pool.id)).toMatchObject({
      status: 'open',
      pledgedAmount: 49_99,
      clocks: { responseDueAt: null },
    });
    expect(await codeOf(set(2_99))).toBe('validation_failed');
    await set(100_00);
    expect((await stage.pool(pool.id)).status).toBe('goal_met');
    const withdrawn = await two.client.call(withdrawPledge, { params: { id: theirs.id } });
    expect(withdrawn.status).toBe('withdrawn');
    await one.client.call(withdrawPledge, { params: { id: mine.id } });
    expect(await stage.pool(pool.id)).toMatchObject({ status: 'open', pledgedAmount: 0, fanCount: 0 });
    expect((await one.client.call(withdrawPledge, { params: { id: mine.id } })).status).toBe('withdrawn');
    // A fan who withdrew may pledge again.
    expect((await stage.pledge(two, pool.id, 20_00)).status).toBe('pledged');
  });

  it('meets the goal once when 200 fans cross it at the same moment', async () => {
    const pool = await stage.newPool(1000_00);
    const toldOfGoal = async () => {
      const [row] = await stage.sql<{ n: number }[]>`
        select count(*) as n from notifications where user_id = ${stage.people.creator.id} and kind = 'goal_met'`;
      return row?.n ?? 0;
    };
    const before = await toldOfGoal();
    const fans = await fansWithCards(stage, 200);
    const answers = await Promise.all(fans.map((fan) => stage.post(fan, pool.id, 10_00, { useSavedCard: true })));
    expect(answers.every(({ pledge }) => pledge.status === 'pledged')).toBe(true);
    const now = await stage.pool(pool.id);
    expect(now).toMatchObject({ status: 'goal_met', pledgedAmount: 2000_00, fanCount: 200, pledgedPercentage: 200 });
    expect(now.events.filter(({ to }) => to === 'goal_met')).toHaveLength(1);
    // The response of the pledge that met the goal says so, and no other.
    const [meeting] = await stage.sql<{ ids: string[]; before: number }[]>`
      select array_agg(p.id) as ids,
        (select count(*) from pledges b where b.pool_id = ${pool.id} and (b.pledged_at, b.id) < (min(p.pledged_at), min(p.id::text)::uuid)) as before
      from pledges p where p.pool_id = ${pool.id} and p.met_goal_at is not null`;
    expect(meeting?.before).toBe(99);
    const told = answers.filter(({ pledge }) => pledge.metGoal).map(({ pledge }) => pledge.id);
    expect(told).toEqual(meeting?.ids);
    await stage.app.settle();
    expect((await toldOfGoal()) - before).toBe(1);
  });

  it('releases a pledge whose card was never saved', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { pledge } = await stage.post(fan, pool.id, 10_00);
    await stage.sql`update pledges set setup_due_at = now() where id = ${pledge.id}`;
    await stage.sql`update pgboss.job set start_after = now() where data->'payload'->>'pledgeId' = ${pledge.id}`;
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('released');
    expect((await stage.post(fan, pool.id, 10_00)).pledge.status).toBe('setup_pending');
  });

  it('releases a pledge whose pool closed before the card was saved', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 10_00);
    await stage.apply(pool.id, { type: 'cancel', byAdmin: true, othersPledged: false });
    expect((await stage.get(fan, pledge.id)).status).toBe('released');
    // The card page of the sandbox closes with a job.
    await stage.app.settle();
    expect((await submitCard(setup?.url ?? '', cards.pays)).status).toBe(409);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('released');
  });

  it('closes the card page of a pledge at a freeze, and opens another one afterwards', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 10_00);
    await stage.apply(pool.id, { type: 'freeze' });
    await stage.app.settle();
    expect((await submitCard(setup?.url ?? '', cards.pays)).status).toBe(409);
    expect((await stage.get(fan, pledge.id)).status).toBe('setup_pending');
    await stage.apply(pool.id, { type: 'unfreeze' });
    await stage.app.settle();
    const again = await stage.post(fan, pool.id, 10_00);
    expect(again.pledge.id).toBe(pledge.id);
    await stage.checkout(again.setup?.url);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
  });
});

/** Fans who saved a card some time ago; made by statement, since only what they do next is under test. */
async function fansWithCards(stage: PledgeStage, count: number) {
  const fans = await Promise.all(Array.from({ length: count }, () => stage.fan()));
  const rows = fans.map(({ id }) => ({
    userId: id,
    processor: stage.context.cards.name,
    cardRef: `card_${id}`,
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2040,
  }));
  await stage.sql`insert into cards ${stage.sql(rows)}`;
  return fans;
}
