import { randomUUID } from 'node:crypto';
import { setLatePledges } from '#contract/contributors.ts';
import { payPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { CallRefused } from '#testing/client.ts';
import type { Run, RunPledge } from '../run.ts';
import {
  accept,
  allAre,
  asksAlways,
  cardBehaves,
  complete,
  declinedLater,
  declinedOnPage,
  deliver,
  payoutIs,
  pays,
  pledged,
  produced,
  type Scenario,
  type Stage,
} from '../stage.ts';

/** The fan pays a pledge that is due on the hosted page. */
async function payOnPage(run: Run, pledge: RunPledge, card: string): Promise<void> {
  const { url } = await run.call(pledge.fan, payPledge, { params: { id: pledge.id }, body: {} });
  if (url) await run.world.enterCard(url, card);
  await run.pledgeIs(pledge, 'paid');
}

/** The fan pays a pledge that is due with the saved card. A repeated call finds nothing due if the first one paid and its answer was lost. */
async function payWithSavedCard(run: Run, pledge: RunPledge): Promise<void> {
  try {
    await run.call(pledge.fan, payPledge, { params: { id: pledge.id }, body: { useSavedCard: true } });
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'nothing_due') throw error;
  }
  await run.pledgeIs(pledge, 'paid');
}

/** One fan's card is declined or asks for approval when it is charged, so that the fan must act. */
async function due(run: Run, card: string, behavior?: string): Promise<{ stage: Stage; pledge: RunPledge }> {
  const stage = await pledged(run, [card]);
  const [pledge] = stage.pledges;
  if (!pledge) throw new Error('there is a pledge');
  if (behavior) await cardBehaves(run, pledge, behavior);
  await accept(run, stage);
  await run.pledgeIs(pledge, 'notified');
  return { stage, pledge };
}

/** Declined cards, approvals and late fans. */
export const cardScenarios: readonly Scenario[] = [
  {
    name: 'hard decline, then another card',
    calls: ['createCharge', 'confirmCharge', 'page', 'closePage'],
    async play(run) {
      const { stage, pledge } = await due(run, pays, 'lost_card');
      await payOnPage(run, pledge, pays);
      await run.poolIs(stage.pool, 'in_production');
    },
  },
  {
    name: 'declined on two pages, then another card',
    calls: ['confirmCharge', 'page', 'page'],
    async play(run) {
      const { pledge } = await due(run, declinedLater);
      const { url } = await run.call(pledge.fan, payPledge, { params: { id: pledge.id }, body: {} });
      if (url) await run.world.enterCard(url, declinedOnPage);
      await run.elapse(5);
      await payOnPage(run, pledge, pays);
    },
  },
  {
    name: 'soft decline, then the saved card',
    calls: ['createCharge', 'confirmCharge', 'confirmCharge'],
    async play(run) {
      const { pledge } = await due(run, pays, 'insufficient_funds');
      await cardBehaves(run, pledge, 'pays');
      await payWithSavedCard(run, pledge);
    },
  },
  {
    name: 'open page, then the saved card',
    calls: ['page', 'closePage', 'closePage', 'confirmCharge'],
    async play(run) {
      const { pledge } = await due(run, pays, 'insufficient_funds');
      await run.call(pledge.fan, payPledge, { params: { id: pledge.id }, body: {} });
      await cardBehaves(run, pledge, 'pays');
      await payWithSavedCard(run, pledge);
    },
  },
  {
    name: 'soft decline, tried again by the server',
    calls: ['createCharge', 'confirmCharge', 'confirmCharge'],
    async play(run) {
      const { pledge } = await due(run, pays, 'insufficient_funds');
      await cardBehaves(run, pledge, 'pays');
      const { sql } = run.site;
      await sql`update pledges set due_at = clock_timestamp() + interval '10 minutes' where id = ${pledge.id}`;
      await sql`
        update pgboss.job set start_after = clock_timestamp()
        where data->>'kind' = 'pledge.last_try' and data->'payload'->>'pledgeId' = ${pledge.id}`;
      await run.pledgeIs(pledge, 'paid');
    },
  },
  {
    name: 'the bank asks for approval',
    calls: ['createCharge', 'confirmCharge', 'page'],
    async play(run) {
      const { pledge } = await due(run, asksAlways);
      await payOnPage(run, pledge, asksAlways);
    },
  },
  {
    name: 'not paid in time with an open page',
    calls: ['page', 'closePage', 'closePage'],
    async play(run) {
      const stage = await pledged(run, [pays, declinedLater]);
      await accept(run, stage);
      const [paying, owing] = stage.pledges;
      if (!paying || !owing) throw new Error('there are two pledges');
      await run.pledgeIs(paying, 'paid');
      await run.pledgeIs(owing, 'notified');
      await run.call(owing.fan, payPledge, { params: { id: owing.id }, body: {} });
      await run.site.letTimePass(stage.pool);
      await run.pledgeIs(owing, 'dropped');
      await run.poolIs(stage.pool, 'in_production');
    },
  },
  {
    name: 'late fan of a delivered pool',
    calls: ['customer', 'page', 'transfer'],
    async play(run) {
      const stage = await produced(run, 1);
      await run.call(stage.creator, setLatePledges, { params: { id: stage.pool.id }, body: { allowed: true } });
      await deliver(run, stage);
      await payLate(run, stage);
      await run.site.letTimePass(stage.pool);
      await run.poolIs(stage.pool, 'completed');
      await payoutIs(run, stage, 'paid');
    },
  },
  {
    name: 'late fan of a completed pool',
    calls: ['page', 'transfer', 'transfer'],
    async play(run) {
      const stage = await produced(run, 1);
      await run.call(stage.creator, setLatePledges, { params: { id: stage.pool.id }, body: { allowed: true } });
      await complete(run, stage);
      await payLate(run, stage);
      await allAre(run, stage, 'paid');
    },
  },
];

/** A new fan pays at once on the hosted page. */
async function payLate(run: Run, stage: Stage): Promise<void> {
  const fan = await run.fan();
  const body = { amountCents: 15_00, requestKey: randomUUID() };
  const { pledge, setup } = await run.call(fan, pledgeToPool, { params: { poolId: stage.pool.id }, body });
  const late = { id: pledge.id, fan, poolId: stage.pool.id };
  run.pledges.push(late);
  stage.pledges.push(late);
  if (setup) await run.world.enterCard(setup.url, pays);
  await run.pledgeIs(late, 'paid');
}
