import { actOnPool, decideReport, listReports } from '#contract/admin/moderation.ts';
import { objectToDelivery } from '#contract/delivery.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { cancelPool, declinePool, giveUpPool, proceedWithPool } from '#contract/pools/pools.ts';
import type { Run } from '../run.ts';
import {
  accept,
  allAre,
  complete,
  declinedLater,
  deliver,
  payoutIs,
  pays,
  pledged,
  produced,
  type Scenario,
  type Stage,
} from '../stage.ts';

const reason = 'There is no time this month.';
const by = ({ pool }: Stage) => ({ params: { id: pool.id } });
const because = (stage: Stage) => ({ ...by(stage), body: { reason } });
const remove = (run: Run, stage: Stage) =>
  run.call(run.site.admin, actOnPool, { ...by(stage), body: { action: 'remove', reason } });

/** One card pays and the other is declined, so the collected sum is short. */
async function shortfall(run: Run): Promise<Stage> {
  const stage = await pledged(run, [pays, declinedLater]);
  await accept(run, stage, stage.pool.fundingGoal);
  const [paying, owing] = stage.pledges;
  if (paying) await run.pledgeIs(paying, 'paid');
  if (owing) await run.pledgeIs(owing, 'notified');
  await run.site.letTimePass(stage.pool);
  await run.poolIs(stage.pool, 'shortfall');
  if (owing) await run.pledgeIs(owing, 'dropped');
  return stage;
}

/** How pools end, by people or by time. */
export const endings: readonly Scenario[] = [
  {
    name: 'completed',
    calls: ['customer', 'page', 'createCharge', 'confirmCharge', 'transfer'],
    async play(run) {
      const stage = await produced(run);
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'declined by the creator',
    calls: ['customer', 'page'],
    async play(run) {
      const stage = await pledged(run, [pays]);
      await run.call(stage.creator, declinePool, because(stage));
      await allAre(run, stage, 'released');
    },
  },
  {
    name: 'expired below the goal',
    calls: ['customer', 'page'],
    async play(run) {
      const creator = await run.creator();
      const pool = await run.pool(creator, { fundingGoal: 90_00 });
      const stage = { creator, pool, pledges: [await run.pledge(await run.fan(), pool, 20_00, pays)] };
      await run.site.letTimePass(pool);
      await run.poolIs(pool, 'expired');
      await allAre(run, stage, 'released');
    },
  },
  {
    name: 'not answered by the creator',
    calls: ['customer', 'page'],
    async play(run) {
      const stage = await pledged(run, [pays]);
      await run.site.letTimePass(stage.pool);
      await run.poolIs(stage.pool, 'lapsed');
      await allAre(run, stage, 'released');
    },
  },
  {
    name: 'canceled after a withdrawal',
    calls: ['customer', 'page'],
    async play(run) {
      const stage = await pledged(run, [pays, pays]);
      const [leaving, staying] = stage.pledges;
      if (!leaving || !staying) throw new Error('there are two pledges');
      await run.call(leaving.fan, withdrawPledge, { params: { id: leaving.id } });
      await run.call(run.site.admin, cancelPool, because(stage));
      await run.pledgeIs(staying, 'released');
    },
  },
  {
    name: 'removed by an admin after collecting',
    calls: ['createCharge', 'confirmCharge', 'refund', 'refund'],
    async play(run) {
      const stage = await produced(run);
      await remove(run, stage);
      await allAre(run, stage, 'refunded');
    },
  },
  {
    name: 'removed by an admin while collecting',
    calls: ['createCharge', 'confirmCharge', 'cancelCharge', 'refund'],
    async play(run) {
      const stage = await pledged(run, [pays, declinedLater]);
      await accept(run, stage);
      await remove(run, stage);
      await allAre(run, stage, 'refunded', 'released');
    },
  },
  {
    name: 'shortfall accepted',
    calls: ['createCharge', 'confirmCharge', 'transfer'],
    async play(run) {
      const stage = await shortfall(run);
      await run.call(stage.creator, proceedWithPool, by(stage));
      await complete(run, stage);
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'shortfall refused',
    calls: ['createCharge', 'confirmCharge', 'refund'],
    async play(run) {
      const stage = await shortfall(run);
      await run.site.letTimePass(stage.pool);
      await allAre(run, stage, 'refunded', 'dropped');
    },
  },
  {
    name: 'refunded because the delivery is overdue',
    calls: ['confirmCharge', 'refund', 'refund'],
    async play(run) {
      const stage = await produced(run);
      await run.site.letTimePass(stage.pool);
      await allAre(run, stage, 'refunded');
    },
  },
  {
    name: 'refunded after a rejected delivery',
    calls: ['confirmCharge', 'refund', 'refund'],
    async play(run) {
      const stage = await produced(run);
      await run.site.deliver(stage.creator, stage.pool);
      await run.site.review(stage.pool, 'rejected', 'The file does not play.');
      await run.call(stage.creator, giveUpPool, by(stage));
      await allAre(run, stage, 'refunded');
    },
  },
  {
    name: 'refunded after an upheld objection',
    calls: ['confirmCharge', 'refund', 'refund'],
    async play(run) {
      const stage = await produced(run);
      await deliver(run, stage);
      const [fan] = stage.pledges.map((pledge) => pledge.fan);
      if (!fan) throw new Error('there is a fan');
      const { id } = await run.call(fan, objectToDelivery, { ...by(stage), body: { reason: 'Another song.' } });
      await run.call(run.site.admin, listReports, { query: { status: 'open' } });
      const body = { status: 'upheld', reason: 'We listened to it.' } as const;
      await run.call(run.site.admin, decideReport, { params: { id }, body });
      await allAre(run, stage, 'refunded');
    },
  },
];
