import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePledge, replacePledgeCard } from '#contract/pledges/pledges.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { setupDescriptionOf } from './hosted-pages.ts';

describe('the page that saves the card of a pledge', () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  const textOf = async (url: string | undefined) => (await fetch(url ?? '')).text();
  const pledgeOf = (amount: string) => `Your pledge of ${amount} for &quot;A song about rain&quot;`;

  it('shows the pool, the amount, and when the card is charged', async () => {
    const { setup } = await stage.post(await stage.fan(), (await stage.newPool()).id, 25_00);
    const html = await textOf(setup?.url);
    expect(html).toContain(pledgeOf('$25.00'));
    expect(html).toContain('charged later only if the goal is met and the creator accepts');
  });

  it('is the same page for the same amount, and a page with the new amount after a change', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const first = await stage.post(fan, pool.id, 10_00);
    expect((await stage.post(fan, pool.id, 10_00)).setup).toEqual(first.setup);
    const more = await stage.post(fan, pool.id, 45_00);
    expect(await textOf(more.setup?.url)).toContain(pledgeOf('$45.00'));
    await stage.checkout(more.setup?.url);
    // The earlier page is still open, and a card saved there changes neither the amount nor the number of pledges.
    await stage.checkout(first.setup?.url);
    await stage.app.settle();
    expect(await stage.get(fan, more.pledge.id)).toMatchObject({ status: 'pledged', amountCents: 45_00 });
    expect(await stage.pool(pool.id)).toMatchObject({ pledgedAmount: 45_00 });
  });

  it('shows the amount of a pledge that gets another card', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { id } = await stage.pledge(fan, pool.id, 10_00);
    const replace = () => fan.client.call(replacePledgeCard, { params: { id } });
    expect(await textOf((await replace()).url)).toContain(pledgeOf('$10.00'));
    await fan.client.call(changePledge, { params: { id }, body: { amountCents: 30_50 } });
    expect(await textOf((await replace()).url)).toContain(pledgeOf('$30.50'));
  });

  it('does not name an adult pool', () => {
    expect(setupDescriptionOf({ amountCents: 10_00 }, { title: 'A song', adult: true })).toBe('Your pledge of $10.00');
  });

  it('asks for another card when the saved one is removed at the same moment', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    await stage.saveCard(fan);
    const waiting = await stage.context.db.tx(async (tx) => {
      await tx`update cards set removed_at = now() where user_id = ${fan.id}`;
      const answer = stage.post(fan, pool.id, 10_00, { useSavedCard: true });
      await lockWaits(tx);
      return { answer };
    });
    const { pledge, setup } = await waiting.answer;
    expect(pledge.status).toBe('setup_pending');
    expect((await stage.pool(pool.id)).pledgedAmount).toBe(0);
    await stage.checkout(setup?.url);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
  });

  it('waits for another card when the one that was saved during a freeze is gone at its end', async () => {
    const pool = await stage.newPool();
    const fan = await stage.fan();
    const { pledge, setup } = await stage.post(fan, pool.id, 10_00);
    // The freeze comes before the webhook is processed.
    await stage.checkout(setup?.url);
    await stage.apply(pool.id, { type: 'freeze' });
    await stage.app.settle();
    // As when the processor no longer has the fan's customer.
    await stage.sql`update cards set removed_at = now() where user_id = ${fan.id}`;
    await stage.apply(pool.id, { type: 'unfreeze' });
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('setup_pending');
    const again = await stage.post(fan, pool.id, 10_00);
    await stage.checkout(again.setup?.url);
    await stage.app.settle();
    expect((await stage.get(fan, pledge.id)).status).toBe('pledged');
  });
});
