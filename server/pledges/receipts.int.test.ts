import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMyPools } from '#contract/pledges/my-pools.ts';
import { payPledge } from '#contract/pledges/pledges.ts';
import { getReceipt } from '#contract/pledges/receipts.ts';
import { getPool, giveUpPool } from '#contract/pools/pools.ts';
import type { PersonalRows } from '#server/platform/data/personal-data.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { pledgeData } from './personal-data.sql.ts';

async function rowsOf(data: PersonalRows | undefined): Promise<object[]> {
  const rows: object[] = [];
  for await (const batch of data?.cursor(100) ?? []) rows.push(...batch);
  return rows;
}

describe('receipts and my pools', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  const receiptOf = (who: Person, id: string) => who.client.call(getReceipt, { params: { id } });

  it('itemizes a payment before and after the release', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
    const [fan, other] = fans as [Person, Person];
    const id = pledges[0]?.id ?? '';
    const receipt = await receiptOf(fan, id);
    expect(receipt).toMatchObject({
      pledgeId: id,
      number: `FAN-${id.slice(0, 8).toUpperCase()}`,
      status: 'paid',
      poolTitle: 'A song about rain',
      creatorName: 'A Creator',
      amountCents: 30_00,
      platformFeePercent: 5,
      platformFeeCents: 1_50,
      processorCostCents: 1_17,
      creatorCents: 27_33,
      released: false,
      refundedCents: 0,
      refundedAt: null,
      card: { brand: 'visa', last4: '4242' },
      testMode: true,
    });
    expect(receipt.paidBy.email).toContain('@example.org');

    await expect(receiptOf(other, id)).rejects.toMatchObject({ status: 404 });
    await expect(receiptOf(stage.people.admin, id)).rejects.toMatchObject({ status: 404 });
    await expect(receiptOf(fan, randomUUID())).rejects.toMatchObject({ status: 404 });
    await expect(receiptOf(fan, 'no-id')).rejects.toMatchObject({ status: 404 });
    const visitor = stage.app.client().call(getReceipt, { params: { id } });
    await expect(visitor).rejects.toMatchObject({ status: 401 });

    await stage.sql`update pools set adult = true where id = ${poolId}`;
    expect(await receiptOf(fan, id)).toMatchObject({ poolTitle: 'Adult pool', poolPath: `/pool/${poolId}` });
    await stage.sql`update pools set adult = false where id = ${poolId}`;

    await stage.deliver(poolId);
    const delivered = await stage.get(fan, id);
    expect(delivered).toMatchObject({ status: 'paid', poolCompleted: false });
    expect(Date.parse(delivered.objectUntil ?? '')).toBeGreaterThan(Date.now());
    expect(await receiptOf(fan, id)).toMatchObject({ released: false, objectUntil: delivered.objectUntil });
    await stage.clock(poolId, 'quiet_until');
    expect(await stage.get(fan, id)).toMatchObject({ status: 'paid', poolCompleted: true, objectUntil: null });
    expect(await receiptOf(fan, id)).toMatchObject({ released: true, objectUntil: null, creatorCents: 27_33 });
  });

  it('shows the date of a refund, and does not exist without a payment', async () => {
    const { poolId, fans, pledges } = await stage.collected([{ cents: 12_00 }]);
    const [fan] = fans as [Person];
    await stage.people.creator.client.call(giveUpPool, { params: { id: poolId } });
    await stage.app.settle();
    const back = await receiptOf(fan, pledges[0]?.id ?? '');
    expect(back).toMatchObject({ status: 'refunded', refundedCents: 12_00, released: false });
    expect(back.refundedAt).not.toBeNull();

    const open = await stage.newPool();
    const promised = await stage.pledge(fan, open.id, 5_00);
    await expect(receiptOf(fan, promised.id)).rejects.toMatchObject({ status: 404, code: 'receipt_none' });
  });

  it('counts the owner’s pools by status and lists them by page', async () => {
    const { owner } = stage.people;
    const { pagination, counts } = await owner.client.call(listMyPools);
    expect(counts).toEqual({ filling: 1, making: 0, delivered: 1, ended: 1 });
    expect(pagination.totalCount).toBe(3);
    for (const group of ['filling', 'delivered', 'ended'] as const) {
      const mine = await owner.client.call(listMyPools, { query: { group } });
      expect(mine.pools).toHaveLength(1);
      expect(mine.pagination.totalCount).toBe(1);
    }
    expect((await owner.client.call(listMyPools, { query: { page: 2 } })).pools).toEqual([]);
    expect((await (await stage.fan()).client.call(listMyPools)).pools).toEqual([]);
    await expect(stage.app.client().call(listMyPools)).rejects.toMatchObject({ status: 401 });
    const strange = await owner.client.raw('GET', '/api/user/pools?group=lost');
    expect(strange.status).toBe(400);
  });

  it('names the card that was charged, and none for a payment on the hosted page', async () => {
    const { poolId, fans, pledges } = await stage.collected([
      { cents: 20_00, card: cards.insufficient },
      { cents: 20_00, card: cards.insufficient },
    ]);
    const [hosted, saved] = fans as [Person, Person];
    const [hostedId, savedId] = pledges.map(({ id }) => id) as [string, string];
    expect(await stage.get(hosted, hostedId)).toMatchObject({ status: 'notified', card: { last4: '9995' } });
    const page = await hosted.client.call(payPledge, { params: { id: hostedId } });
    await stage.checkout(page.url ?? '');
    await stage.saveCard(saved);
    await saved.client.call(payPledge, { params: { id: savedId }, body: { useSavedCard: true } });
    await stage.app.settle();

    for (const [fan, id, card] of [
      [hosted, hostedId, null],
      [saved, savedId, { brand: 'visa', last4: '4242' }],
    ] as const) {
      expect(await stage.get(fan, id)).toMatchObject({ status: 'paid', card });
      expect(await receiptOf(fan, id)).toMatchObject({ card });
      const { myPledge } = await fan.client.call(getPool, { params: { id: poolId } });
      expect(myPledge).toMatchObject({ status: 'paid', card });
      const exported = await stage.sql.begin((tx) => rowsOf(pledgeData[0]?.rows(tx, fan.id)));
      expect(exported).toContainEqual(expect.objectContaining({ id, cardLast4: card?.last4 ?? null }));
    }
  });
});
