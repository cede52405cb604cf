import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreatorDashboard, listCreatorPayouts, listCreatorRequests } from '#contract/creator-dashboard.ts';
import { getEarnings, getStatement } from '#contract/creator-statement.ts';
import { giveUpPool } from '#contract/pools.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { SandboxProcessor } from '#server/money/sandbox/sandbox-processor.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
});
afterAll(() => stage.close());

const thisMonth = () => new Date().toISOString().slice(0, 7);
const nextMonth = () => {
  const at = new Date();
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
};
const creator = () => stage.people.creator;
const statementOf = (month: string) => creator().client.call(getStatement, { query: { month } });

/** The amount that the ledger owes on these accounts: the sum of its entries, independent of the statement's queries. */
async function owedOn(like: string): Promise<number> {
  const [row] = await stage.sql<{ owed: number }[]>`
    select -coalesce(sum(amount_cents), 0)::bigint as owed from ledger_entries where account like ${like}`;
  return row?.owed || 0;
}

describe('the earnings statement', () => {
  it('equals the ledger after pledges, failed cards, refunds, fees and payouts', async () => {
    // Completed: one card fails and is dropped, the fee and the card costs are taken.
    const sold = await stage.collected([
      { cents: 33_33 },
      { cents: 40_01 },
      { cents: 15_07, card: cards.insufficient },
    ]);
    await stage.clock(sold.poolId, 'payment_due_at');
    await stage.deliver(sold.poolId);
    await stage.clock(sold.poolId, 'quiet_until');
    await stage.app.settle();
    // Refunded: the creator gives up.
    const given = await stage.collected([{ cents: 25_00 }]);
    await creator().client.call(giveUpPool, { params: { id: given.poolId } });
    await stage.app.settle();
    // Still held.
    await stage.collected([{ cents: 19_99 }]);

    const statement = await statementOf(thisMonth());
    const gross = 33_33 + 40_01;
    const [cost] = await stage.sql<{ cents: number }[]>`
      select sum(cost_cents)::bigint as cents from payments
      where held_account = ${`held:${sold.poolId}`} and status = 'succeeded'`;
    const fee = Math.round(gross * 0.05);
    const net = gross - fee - (cost?.cents ?? 0);
    expect(statement.totals).toEqual({
      grossCents: gross,
      feeCents: fee,
      costCents: cost?.cents,
      netCents: net,
      paidOutCents: net,
    });
    expect(
      statement.lines.map(({ kind, amountCents, balanceCents, poolId }) => [kind, amountCents, balanceCents, poolId]),
    ).toEqual([
      ['release', net, net, sold.poolId],
      ['payout', -net, 0, sold.poolId],
    ]);
    expect(statement.balance).toEqual({
      openingCents: 0,
      closingCents: await owedOn(`creator_payable:${creator().id}`),
    });
    expect(statement.held).toEqual({
      openingCents: 0,
      collectedCents: gross + 25_00 + 19_99,
      refundedCents: 25_00,
      releasedCents: gross,
      otherCents: 0,
      closingCents: await owedOn('held:%'),
    });

    const { months } = await creator().client.call(getEarnings);
    expect(months).toEqual([
      {
        month: thisMonth(),
        collectedCents: gross + 25_00 + 19_99,
        refundedCents: 25_00,
        grossCents: gross,
        feeCents: fee,
        costCents: cost?.cents,
        netCents: net,
        paidOutCents: net,
      },
    ]);
    const { earnings } = await creator().client.call(getCreatorDashboard);
    expect(earnings).toEqual({ balanceCents: 0, debtCents: 0, inTransitCents: 0, paidOutCents: net, heldCents: 19_99 });
    const { payouts, pagination } = await creator().client.call(listCreatorPayouts);
    expect(payouts.map(({ amountCents, status }) => [amountCents, status])).toEqual([[net, 'paid']]);
    expect(pagination.totalCount).toBe(1);
  });

  it('opens the next month with the closing balance of this one, also after a payout came back', async () => {
    const { poolId } = await stage.collected([{ cents: 45_00 }]);
    const { faults } = stage.app.context.cards as SandboxProcessor;
    if (faults) faults.payouts = 'fail';
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    await stage.app.settle();
    if (faults) faults.payouts = 'pay';
    const statement = await statementOf(thisMonth());
    expect(statement.lines.slice(-3).map(({ kind }) => kind)).toEqual(['release', 'payout', 'payout_failed']);
    expect(statement.balance.closingCents).toBeGreaterThan(0);
    expect(statement.balance.closingCents).toBe(await owedOn(`creator_payable:${creator().id}`));
    const next = await statementOf(nextMonth());
    expect(next.balance).toEqual({
      openingCents: statement.balance.closingCents,
      closingCents: statement.balance.closingCents,
    });
    expect(next.held.openingCents).toBe(statement.held.closingCents);
    expect(next.lines).toEqual([]);
    const { payoutAccount, earnings } = await creator().client.call(getCreatorDashboard);
    expect(payoutAccount).toMatchObject({ state: 'ready', failedCount: 1 });
    expect(earnings.balanceCents).toBe(statement.balance.closingCents);
  });

  it('is a CSV file whose lines add up', async () => {
    const response = await creator().client.raw('GET', `/api/creator/statement.csv?month=${thisMonth()}`);
    expect(response.headers.get('content-type')).toContain('text/csv');
    const lines = (await response.text()).trim().split('\r\n');
    const [header, ...rows] = lines.map((line) => line.replace('﻿', '').split(','));
    const amount = header?.indexOf('Amount (USD)') ?? -1;
    const balance = header?.indexOf('Balance (USD)') ?? -1;
    expect(rows.map((row) => row[1])).toEqual([
      'Opening balance',
      'Earned',
      'Payout',
      'Earned',
      'Payout',
      'Payout returned',
      'Closing balance',
    ]);
    const total = rows.reduce((sum, row) => sum + Math.round(Number(row[amount]) * 100), 0);
    expect(total).toBe(Math.round(Number(rows.at(-1)?.[balance]) * 100));
  });

  it('belongs to the creator alone', async () => {
    const fan = await stage.fan();
    expect((await fan.client.raw('GET', `/api/creator/statement.csv?month=${thisMonth()}`)).status).toBe(403);
    expect((await stage.app.client().raw('GET', `/api/creator/statement.csv?month=${thisMonth()}`)).status).toBe(401);
    const { lines } = await stage.people.admin.client.call(getStatement, { query: { month: thisMonth() } });
    expect(lines).toEqual([]);
    expect((await creator().client.raw('GET', '/api/creator/statement?month=2026-13')).status).toBe(400);
  });
});

it('forecasts a collection between the paid and the pledged sum', async () => {
  const { poolId } = await stage.collected([{ cents: 50_00 }, { cents: 50_00, card: cards.insufficient }]);
  const { items } = await creator().client.call(listCreatorRequests, { query: { stage: 'working' } });
  const pool = items.find(({ id }) => id === poolId);
  expect(pool).toMatchObject({ status: 'collecting', payoutBy: expect.any(String) });
  const { lowCents = 0, highCents = 0, unpaidCount = 0 } = pool?.expected ?? {};
  expect(lowCents).toBeGreaterThanOrEqual(50_00);
  expect(highCents).toBeGreaterThan(lowCents);
  expect(highCents).toBeLessThanOrEqual(100_00);
  expect(unpaidCount).toBe(1);
});

it('names a refund that did not reach the fan, and its pool', async () => {
  const { poolId, pledges } = await stage.collected([{ cents: 20_00 }]);
  // The journal that a returned refund of released money posts once the creator has paid the debt.
  await stage.context.db.tx((tx) =>
    postJournal(tx, {
      kind: 'correction',
      cause: `refund:${randomUUID()}:returned`,
      subject: `pledge:${pledges[0]?.id}`,
      entries: [
        { account: 'processor_costs', amountCents: 5_00 },
        { account: `creator_payable:${creator().id}`, amountCents: -5_00 },
      ],
    }),
  );
  const { lines } = await statementOf(thisMonth());
  expect(lines.at(-1)).toMatchObject({ kind: 'refund_returned', amountCents: 5_00, poolId });
  const csv = await creator().client.raw('GET', `/api/creator/statement.csv?month=${thisMonth()}`);
  expect(await csv.text()).toContain('Refund that didn’t reach the fan');
});
