import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refundPayment } from '#contract/admin/refunds.ts';
import { getCreatorDashboard, listCreatorPayouts, listCreatorRequests } from '#contract/creators/creator-dashboard.ts';
import { getEarnings, getStatement } from '#contract/creators/creator-statement.ts';
import { giveUpPool } from '#contract/pools/pools.ts';
import { postJournal } from '#server/money/ledger.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';
import { faultsOf } from '#testing/sandbox-faults.ts';

// cspell:ignore Datum Anfangsguthaben Endguthaben

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S', LOCALES: 'de' });
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
    const faults = faultsOf(stage.app.context);
    faults.payouts = 'fail';
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    await stage.app.settle();
    faults.payouts = 'pay';
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

  it('is a CSV file in the language of the page, and in English for programs', async () => {
    const linesOf = async (query: string) => {
      const response = await creator().client.raw('GET', `/api/creator/statement.csv?month=${thisMonth()}${query}`);
      return (await response.text()).trim().split('\r\n');
    };
    const [english, german] = [await linesOf(''), await linesOf('&lang=de')];
    expect(german).toHaveLength(english.length);
    expect(german[0]).toMatch(/^Datum \(UTC\),/);
    expect(german[1]).toContain(',Anfangsguthaben,');
    expect(german.at(-1)).toContain(',Endguthaben,');
    const numbersOf = (lines: string[]) => lines.map((line) => line.split(',').slice(4));
    expect(numbersOf(german.slice(1))).toEqual(numbersOf(english.slice(1)));
    for (const other of ['&lang=xx', '&lang=ja', '&lang=', '&lang=de&lang=de'])
      expect((await linesOf(other))[0]).toBe(english[0]);
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

describe('money that goes back to a fan after the payout', () => {
  /** Reads each page that shows the creator how much was paid out, and compares them. */
  async function pages() {
    const { client } = creator();
    const [{ earnings }, { months }, { payouts }, statement] = await Promise.all([
      client.call(getCreatorDashboard),
      client.call(getEarnings),
      client.call(listCreatorPayouts),
      statementOf(thisMonth()),
    ]);
    const paid = payouts.filter(({ status }) => status === 'paid');
    const { paidOutCents } = earnings;
    expect(months.reduce((sum, month) => sum + month.paidOutCents, 0)).toBe(paidOutCents);
    expect(statement.totals.paidOutCents).toBe(paidOutCents);
    expect(paid.reduce((sum, one) => sum + one.amountCents - one.reversedCents, 0)).toBe(paidOutCents);
    expect(statement.balance.closingCents).toBe(earnings.balanceCents - earnings.debtCents);
    return { ...statement, ...earnings, payouts, refundedCents: months.at(-1)?.refundedCents ?? 0 };
  }

  async function paidOut(cents: number) {
    const { poolId, pledges } = await stage.collected([{ cents }]);
    await stage.deliver(poolId);
    await stage.clock(poolId, 'quiet_until');
    await stage.app.settle();
    return { poolId, subject: `pledge:${pledges[0]?.id}` };
  }

  async function refund(subject: string, amountCents: number) {
    const [payment] = await stage.sql<{ id: string }[]>`select id from payments where subject = ${subject}`;
    await stage.people.admin.client.call(refundPayment, {
      params: { id: payment?.id ?? '' },
      body: { requestKey: randomUUID(), amountCents, reason: 'The second verse is missing' },
    });
    await stage.app.settle();
    await stage.app.settle();
  }

  it('appears in the statement, and all pages show the same amount as paid out', async () => {
    const { poolId, subject } = await paidOut(40_00);
    const before = await pages();
    await refund(subject, 10_00);
    const after = await pages();
    // $10 less the fee of 5% and a quarter of the cost of $1.46, which the platform bears.
    const shareCents = 9_13;
    expect(after.lines.slice(before.lines.length)).toMatchObject([
      { kind: 'refund', amountCents: -shareCents, poolId },
      { kind: 'payout_reversed', amountCents: shareCents, poolId, balanceCents: before.balance.closingCents },
    ]);
    expect(after.paidOutCents).toBe(before.paidOutCents - shareCents);
    expect(after.payouts[0]).toMatchObject({ poolId, reversedCents: shareCents });
    expect(after.refundedCents).toBe(before.refundedCents + 10_00);
    const csv = await creator().client.raw('GET', `/api/creator/statement.csv?month=${thisMonth()}`);
    expect(await csv.text()).toContain('Taken back from your payout account');
  });

  it('lowers the balance until the next payout, if it cannot be taken back', async () => {
    const { poolId, subject } = await paidOut(40_00);
    const before = await pages();
    const faults = faultsOf(stage.app.context);
    faults.reversals = 'fail';
    await refund(subject, 10_00);
    const owing = await pages();
    expect(owing.lines.slice(before.lines.length)).toMatchObject([{ kind: 'refund', amountCents: -9_13, poolId }]);
    expect(owing).toMatchObject({ debtCents: 9_13, paidOutCents: before.paidOutCents });
    await paidOut(30_00);
    faults.reversals = 'pay';
    const after = await pages();
    expect(after.lines.slice(owing.lines.length).map(({ kind }) => kind)).toEqual(['release', 'payout']);
    expect(after).toMatchObject({ debtCents: 0, balance: { closingCents: before.balance.closingCents } });
  });
});
