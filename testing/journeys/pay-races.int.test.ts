import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payPledge } from '#contract/pledges/pledges.ts';
import { reconcile } from '#server/money/reconcile.ts';
import type { TestApp } from '#testing/app.ts';
import { submitCard } from '#testing/card-driver/hosted-page.ts';
import type { Person } from '#testing/insert-person.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { repeats } from '#testing/seeded-random.ts';

/** The fans of one pool, who all pay at the same time. */
const fansPerPool = repeats(5, 25);

interface Due {
  fan: Person;
  pledgeId: string;
}

/** One way to pay a due pledge. Returns the URL of a payment page, or no URL if the call settled or was refused. */
type Press = (due: Due) => Promise<{ url?: string }>;

describe('paying one pledge in several ways at the same time', () => {
  let stage: PledgeStage;
  let second: TestApp;
  const fans: Person[] = [];

  beforeAll(async () => {
    stage = await PledgeStage.open({ DATABASE_POOL: '12' });
    second = await stage.addNode();
    const pool = await stage.newPool(fansPerPool * 20_00 + 10_00);
    for (let n = 0; n < fansPerPool; n += 1) fans.push(await stage.fan());
    await Promise.all(
      fans.map(async (fan) => {
        const { setup } = await stage.post(fan, pool.id, 20_00);
        await stage.checkout(setup?.url, cards.insufficient);
      }),
    );
    await stage.settle();
  });
  afterAll(() => stage.close());

  /** A pool in which every fan has a payment due, because the saved cards have insufficient funds. */
  async function allDue(): Promise<{ poolId: string; due: Due[] }> {
    const pool = await stage.newPool(fansPerPool * 20_00);
    await changeCards(fans, 'insufficient_funds');
    const due = await Promise.all(
      fans.map(async (fan): Promise<Due> => {
        const { pledge } = await stage.post(fan, pool.id, 20_00, { useSavedCard: true });
        return { fan, pledgeId: pledge.id };
      }),
    );
    await stage.accept(pool.id);
    await expectAll(due, 'notified');
    return { poolId: pool.id, due };
  }

  const press =
    (useSavedCard: boolean, node: () => TestApp = () => stage.app): Press =>
    async ({ fan, pledgeId }) => {
      const client = node().client();
      client.cookies.set('sid', fan.id);
      const refused: { url?: string } = {};
      return client.call(payPledge, { params: { id: pledgeId }, body: { useSavedCard } }).catch((error: unknown) => {
        const { status } = error as { status?: number };
        if (status === 409 || status === 503) return refused;
        throw error;
      });
    };

  async function race(rounds: number, presses: Press[]): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const { poolId, due } = await allDue();
      // In every other round, half of the saved cards can be charged now.
      if (round % 2 === 1)
        await changeCards(
          due.slice(0, due.length / 2).map(({ fan }) => fan),
          'pays',
        );
      await Promise.all(
        due.map(async (one) => {
          const answers = await Promise.all(presses.map((act) => act(one)));
          await payOnEvery(answers.flatMap(({ url }) => (url ? [url] : [])));
        }),
      );
      await reconcile(stage.context, { olderThanMs: 0 });
      await stage.settle();
      // Every fan presses "Pay" once more, because some were refused or had their page closed.
      await Promise.all(
        due.map(async (one) => {
          const { url } = await press(false)(one);
          await payOnEvery(url ? [url] : []);
        }),
      );
      await expectAll(due, 'paid');
      expect(await chargesOf(poolId)).toEqual(due.map(() => 1));
    }
  }

  /** Polls, because either node may be running the jobs. */
  async function expectAll(due: Due[], status: string): Promise<void> {
    await stage.settle();
    await Promise.all(
      due.map(({ fan, pledgeId }) =>
        expect.poll(async () => (await stage.get(fan, pledgeId)).status, { interval: 200 }).toBe(status),
      ),
    );
  }

  function changeCards(of: Person[], behavior: 'pays' | 'insufficient_funds'): Promise<void> {
    const ids = of.map(({ id }) => id);
    return stage.app.driver.changeCards(stage.context, ids, behavior);
  }

  /** A page refuses the card if another attempt has ended it. */
  async function payOnEvery(urls: string[]): Promise<void> {
    await Promise.all(urls.map((url) => submitCard(url)));
  }

  /** The number of successful charges of each pledge at the processor. */
  async function chargesOf(poolId: string): Promise<number[]> {
    const pledges = await stage.sql<{ id: string }[]>`select id from pledges where pool_id = ${poolId}`;
    const charges = await stage.app.driver.chargesByPledge(stage.context);
    return pledges.map(({ id }) => charges.get(id) ?? 0);
  }

  const onB = () => second;
  const rounds = repeats(1, 8);

  test(`charges once, ${3 * rounds * fansPerPool} times on one node`, { timeout: 900_000 }, async () => {
    await race(rounds, [press(false), press(true)]);
    await race(rounds, [press(true), press(false), press(false)]);
    await race(rounds, [press(true), press(true), press(false), press(false)]);
  });

  test(`charges once, ${2 * rounds * fansPerPool} times across two nodes`, { timeout: 900_000 }, async () => {
    await race(rounds, [press(false), press(true, onB)]);
    await race(rounds, [press(false, onB), press(true), press(false), press(true, onB)]);
  });
});
