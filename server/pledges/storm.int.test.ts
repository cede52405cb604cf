import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePledge, payPledge, withdrawPledge } from '#contract/pledges/pledges.ts';
import { declinePool } from '#contract/pools/pools.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { seed, seededRandom } from '#testing/seeded-random.ts';

type Act = () => Promise<unknown>;

/** Everything at once on a few pools; what must hold is asked when the stage closes. */
describe(`a storm of pledges (SEED=${seed})`, () => {
  let stage: PledgeStage;
  beforeAll(async () => {
    stage = await PledgeStage.open();
  });
  afterAll(() => stage.close());

  const random = seededRandom(seed);
  const fans: Person[] = [];
  const poolIds: string[] = [];
  const made: { fan: Person; id: string }[] = [];
  const unexpected: string[] = [];

  const acts: Act[] = [
    async () => {
      const fan = random.pick(fans);
      const useSavedCard = random.below(2) === 0;
      const { pledge, setup } = await stage.post(fan, random.pick(poolIds), 300 + random.below(3000), {
        requestKey: randomUUID(),
        useSavedCard,
      });
      made.push({ fan, id: pledge.id });
      if (setup && random.below(4) > 0) {
        await stage.checkout(setup.url, random.pick([cards.pays, cards.pays, cards.insufficient, cards.declined]));
      }
    },
    () =>
      withPledge((fan, id) =>
        fan.client.call(changePledge, { params: { id }, body: { amountCents: 300 + random.below(4000) } }),
      ),
    () => withPledge((fan, id) => fan.client.call(withdrawPledge, { params: { id } })),
    () => withPledge((fan, id) => stage.get(fan, id)),
    () =>
      withPledge(async (fan, id) => {
        const { url } = await fan.client.call(payPledge, {
          params: { id },
          body: { useSavedCard: random.below(2) === 0 },
        });
        if (url) await payUnlessClosed(url, random.pick([cards.pays, cards.declined]));
      }),
    () => stage.accept(random.pick(poolIds), { floorCents: 10_00, atCurrentAmount: random.below(2) === 0 }),
    () => stage.apply(random.pick(poolIds), { type: random.below(12) === 0 ? 'remove' : 'pledges_changed' }),
    () => stage.apply(random.pick(poolIds), { type: 'freeze' }),
    () => Promise.all(poolIds.map((id) => stage.apply(id, { type: 'unfreeze' }))),
    async () => {
      if (random.below(8) > 0) return;
      await stage.people.creator.client.call(declinePool, {
        params: { id: random.pick(poolIds) },
        body: { reason: 'A storm' },
      });
    },
  ];
  /** Mostly pledges, and all the rest in between. */
  const weights = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9];

  async function withPledge(act: (fan: Person, id: string) => Promise<unknown>): Promise<void> {
    if (made.length === 0) return;
    const { fan, id } = random.pick(made);
    await act(fan, id);
  }

  /** The end of the pool, or a try with the saved card, closes a page that a fan has open. */
  async function payUnlessClosed(url: string, card: string): Promise<void> {
    await stage.checkout(url, card).catch((error: unknown) => {
      if (!String(error).includes('checkout_closed')) throw error;
    });
  }

  async function dare(act: Act): Promise<void> {
    try {
      await act();
    } catch (error) {
      const code = (error as { code?: string }).code ?? String(error);
      if (code === 'internal' || !/^[a-z_]+$/.test(code)) unexpected.push(`${code} ${String(error)}`);
    }
  }

  it('ends with consistent money, pledges and totals', { timeout: 120_000 }, async () => {
    for (let n = 0; n < 5; n += 1) poolIds.push((await stage.newPool(60_00 + n * 10_00)).id);
    for (let n = 0; n < 12; n += 1) fans.push(await stage.fan());
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(Array.from({ length: 8 }, () => dare(acts[random.pick(weights)] as Act)));
    }
    await Promise.all(poolIds.map((id) => stage.apply(id, { type: 'unfreeze' })));
    for (let n = 0; n < 3; n += 1) await stage.app.settle();
    expect(unexpected).toEqual([]);
    expect(made.length).toBeGreaterThan(5);
  });
});
