import { afterAll, beforeAll, expect, test } from 'vitest';
import { payPledge } from '#contract/pledges/pledges.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({}, undefined, { processor: 'stripe', webhooks: 'sent' });
});
afterAll(() => stage.close());

test('asks the fans of a customer deleted at Stripe for another card, and collects the rest', async () => {
  const [pool, other] = [await stage.newPool(50_00), await stage.newPool(50_00)];
  const [fan, friend] = [await stage.fan(), await stage.fan()];
  const first = await stage.pledge(fan, pool.id, 30_00);
  const { pledge: second } = await stage.post(fan, other.id, 50_00, { useSavedCard: true });
  const theirs = await stage.pledge(friend, pool.id, 20_00);
  const [row] = await stage.sql<{ customerRef: string }[]>`
    select customer_ref from processor_customers where user_id = ${fan.id} and processor = 'stripe'`;
  await stage.app.driver.stripe?.customers.del(row?.customerRef ?? '');

  for (const { id } of [pool, other]) {
    await stage.accept(id);
    await stage.app.settle();
  }
  expect((await stage.get(friend, theirs.id)).status).toBe('paid');
  for (const { id } of [first, second]) {
    expect(await stage.get(fan, id)).toMatchObject({
      status: 'notified',
      declineReason: 'The saved card can no longer be charged. Please use another one.',
    });
    const { url } = await fan.client.call(payPledge, { params: { id } });
    await stage.checkout(url, cards.pays);
    await stage.app.settle();
    expect((await stage.get(fan, id)).status).toBe('paid');
  }
  expect(await stage.pool(pool.id)).toMatchObject({ status: 'in_production', currentAmount: 50_00 });
  expect((await stage.app.driver.standIn?.state())?.chargedTwice).toEqual([]);
});
