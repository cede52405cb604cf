import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import {
  checkBooks,
  getAdminMoney,
  getMoneyDays,
  ledgerExportPath,
  moneyMonthsCsvPath,
  reconcileNow,
} from '#contract/admin/money.ts';
import { getHeldPool, getMovement, listHeldPools, listMovements } from '#contract/admin/money-lists.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { giveUpPool } from '#contract/pools/pools.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { verifyLedger } from '#server/transparency/verify-ledger.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { tamperWith } from '#testing/ledger.ts';
import { cards, PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
let heldPoolId: string;
let duePoolId: string;

beforeAll(async () => {
  stage = await PledgeStage.open({ SANDBOX_PAYOUT_DELAY: 'PT0S' });
  const paid = await stage.collected([{ cents: 50_00 }]);
  await stage.deliver(paid.poolId);
  await stage.clock(paid.poolId, 'quiet_until');
  const refunded = await stage.collected([{ cents: 12_00 }]);
  await stage.people.creator.client.call(giveUpPool, { params: { id: refunded.poolId } });
  await stage.app.settle();
  heldPoolId = (await stage.collected([{ cents: 30_00 }])).poolId;
  duePoolId = (await stage.collected([{ cents: 20_00 }, { cents: 15_00, card: cards.insufficient }])).poolId;
});
afterAll(() => stage.close());

const admin = () => stage.people.admin.client;
const withoutTriggers = (work: (sql: Connection) => Promise<unknown>) =>
  stage.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await work(sql);
  });
const thisMonth = () => new Date().toISOString().slice(0, 7);

describe('the money desk', () => {
  it('shows where every cent is, equal to the ledger', async () => {
    const money = await admin().call(getAdminMoney);
    const sums = await stage.sql<{ account: string; cents: number }[]>`
      select split_part(account, ':', 1) as account, sum(amount_cents)::bigint as cents from ledger_entries group by 1`;
    const on = (account: string) => sums.find((row) => row.account === account)?.cents ?? 0;
    expect(money.position).toEqual({
      held: 50_00,
      payable: 0 - on('creator_payable'),
      creatorDebt: on('creator_debt'),
      inTransit: 0 - on('payout_in_transit'),
      disputed: 0,
      fees: 2_50,
      openCardCosts: on('processor_costs'),
      clearing: on('clearing'),
    });
    expect(money.held).toMatchObject([
      { poolId: heldPoolId, heldCents: 30_00 },
      { poolId: duePoolId, heldCents: 20_00 },
    ]);
    expect(money.heldPoolCount).toBe(2);
    expect(money.months).toMatchObject([
      { month: thisMonth(), charged: 112_00, refunded: 12_00, released: 50_00, fees: 2_50 },
    ]);
  });

  it('names a declined charge with its next step', async () => {
    const { troubles, troubleCount } = await admin().call(getAdminMoney);
    const charge = troubles.find(({ kind }) => kind === 'charge');
    expect(charge).toMatchObject({ state: 'failed', poolId: duePoolId, amountCents: 15_00 });
    expect(charge?.nextStep).toMatch(
      /^We asked the fan to pay by \w{3} \d+, \d{4}\. After that, the pledge is dropped/,
    );
    expect(troubleCount).toBe(troubles.length);
  });

  it('names a failed payout first', async () => {
    const [payout] = await stage.sql<{ id: string; status: string }[]>`select id, status from payouts`;
    await stage.sql`update payouts set status = 'failed', failure_reason = 'Account closed' where id = ${payout?.id ?? ''}`;
    const { troubles } = await admin().call(getAdminMoney);
    expect(troubles[0]).toMatchObject({ kind: 'payout', state: 'failed', reason: 'Account closed' });
    await stage.sql`update payouts set status = ${payout?.status ?? ''}, failure_reason = null where id = ${payout?.id ?? ''}`;
  });

  it('lists every movement, with filters, search and orders', async () => {
    type Query = NonNullable<CallInput<typeof listMovements>['query']>;
    const list = (query: Query = {}) => admin().call(listMovements, { query });
    const kinds = async (query: Query) => (await list(query)).items.map(({ kind, state }) => `${kind} ${state}`).sort();
    expect(await kinds({ status: 'open' })).toEqual(['charge failed']);
    expect(await kinds({ status: 'failed' })).toEqual(['charge failed']);
    expect(await kinds({ kind: 'refund' })).toEqual(['refund settled']);
    expect(await kinds({ kind: 'charge', status: 'settled' })).toEqual(Array(4).fill('charge settled'));
    expect(await kinds({ search: duePoolId })).toEqual(['charge failed', 'charge settled']);
    expect(await kinds({ search: 'about rain', kind: 'payout' })).toEqual(['payout settled']);
    expect(await kinds({ search: 'about snow' })).toEqual([]);
    expect(await kinds({ search: '%' })).toEqual([]);
    const all = await list({ sort: '-amount' });
    expect(all.pagination.totalCount).toBe(7);
    expect(all.items[0]?.amountCents).toBe(50_00);
    const [oldest] = (await list({ sort: 'oldest' })).items;
    expect(await admin().call(getMovement, { params: { id: oldest?.id ?? '' } })).toMatchObject(oldest ?? {});
    expect(await kinds({ search: oldest?.processorRef ?? '-' })).toEqual(['charge settled']);
    const text = await (await admin().raw('GET', '/api/admin/money/movements.csv?kind=charge&sort=oldest')).text();
    const lines = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 5);
    expect(lines[1]).toContain(`${oldest?.id},charge,settled,done,50.00,`);
  });

  it('lists disputes with the date until which evidence counts', async () => {
    const [payment] = await stage.sql<{ id: string }[]>`select id from payments where amount_cents = 3000`;
    const dispute = {
      paymentId: payment?.id ?? '',
      processor: 'stripe',
      processorRef: 'dp_1',
      amountCents: 30_00,
      reason: 'The card holder does not recognize the charge.',
      status: 'needs_response',
      evidenceDueAt: new Date('2030-02-01T12:00:00Z'),
    };
    await stage.sql`insert into disputes ${stage.sql(dispute)}`;
    const { disputes, disputeCount, urgentCount, troubles } = await admin().call(getAdminMoney);
    expect(disputes).toMatchObject([{ kind: 'dispute', state: 'failed', poolId: heldPoolId, processorRef: 'dp_1' }]);
    expect([disputeCount, urgentCount, troubles[0]]).toEqual([1, 1, disputes[0]]);
    expect(disputes[0]?.nextStep).toContain('Submit the evidence by Feb 1, 2030.');
    await stage.sql`update disputes set status = 'lost', settled_at = now()`;
    const { items } = await admin().call(listMovements, { query: { kind: 'dispute' } });
    expect(items).toMatchObject([{ state: 'settled', result: 'lost', nextStep: null }]);
    await stage.sql`delete from disputes`;
  });

  it('lists the money held per pool', async () => {
    type Query = NonNullable<CallInput<typeof listHeldPools>['query']>;
    const ids = async (query: Query) => (await admin().call(listHeldPools, { query })).items.map(({ id }) => id);
    expect(await ids({})).toEqual([heldPoolId, duePoolId]);
    expect(await ids({ sort: 'held' })).toEqual([duePoolId, heldPoolId]);
    expect(await ids({ status: 'in_production' })).toEqual([heldPoolId]);
    expect(await ids({ search: duePoolId })).toEqual([duePoolId]);
    expect(await ids({ search: 'no such pool' })).toEqual([]);
    expect(await admin().call(getHeldPool, { params: { id: heldPoolId } })).toMatchObject({ heldCents: 30_00 });
    const text = await (await admin().raw('GET', '/api/admin/money/held.csv')).text();
    expect(text.trimEnd().split('\r\n').slice(1).sort()).toEqual(
      [heldPoolId, duePoolId].sort().map((id) => expect.stringContaining(`${id},A song about rain,`)),
    );
  });

  it('lists a page of held pools in order when more match than it counts', async () => {
    const sum = 520;
    await withoutTriggers(async (sql) => {
      await sql`
        insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at, status, category_ids)
        select ${stage.people.owner.id}, 'Flood ' || n, 'flood', 'flood-' || n, md5(n::text), 'A song', 1000, now(), now() + interval '1 day',
          case n % 2 when 0 then 'in_production' else 'in_review' end, array[1]::smallint[]
        from generate_series(1, ${2 * sum}::int) n`;
      await sql`
        insert into ledger_balances (account, balance_cents)
        select 'held:' || id, 100000 + substr(title, 7)::int from pools where title like 'Flood %'`;
    });
    const read = (query: CallInput<typeof listHeldPools>['query']) => admin().call(listHeldPools, { query });
    const heldPools = async (query: Parameters<typeof read>[0]) =>
      (await read(query)).items.map(({ heldCents }) => heldCents);
    const [most, size] = [100_000 + 2 * sum, limits.adminPageSize];
    const every = (step: number, from = 0) => Array.from({ length: size }, (_, index) => most - (from + index) * step);
    expect(await heldPools({})).toEqual(every(1));
    expect(await heldPools({ status: 'in_production' })).toEqual(every(2));
    expect(await heldPools({ status: 'in_production', page: 3 })).toEqual(every(2, 2 * size));
    expect(await heldPools({ search: 'flood' })).toEqual(every(1));
    expect(await heldPools({ search: 'flood', status: 'in_production', sort: 'held' })).toEqual(
      Array.from({ length: size }, (_, index) => 100_002 + 2 * index),
    );
    expect((await read({ status: 'in_production' })).pagination).toMatchObject({
      totalCount: 500,
      countIsCapped: true,
    });
    await withoutTriggers(async (sql) => {
      await sql`delete from ledger_balances where account in (select 'held:' || id from pools where title like 'Flood %')`;
      await sql`delete from pools where title like 'Flood %'`;
    });
  });

  it('charts the cents pledged, paid, released and refunded on each day', async () => {
    const { days } = await admin().call(getMoneyDays);
    expect(days).toHaveLength(90);
    expect(days.at(-1)).toMatchObject({ pledged: 127_00, paid: 112_00, released: 50_00, refunded: 12_00 });
    expect(days[0]).toMatchObject({ pledged: 0, paid: 0 });
  });

  it('exports the months as CSV and a ledger that verifies', async () => {
    const csv = await (await admin().raw('GET', moneyMonthsCsvPath)).text();
    const { months } = await admin().call(getAdminMoney);
    const [month] = months;
    const cells = [month?.charged, month?.refunded, month?.released, month?.fees, month?.cardCosts, month?.paidOut];
    expect(csv.split('\r\n')[1]).toBe(
      [thisMonth(), ...cells.map((cents) => ((cents ?? 0) / 100).toFixed(2))].join(','),
    );
    const ledger = await admin().raw('GET', ledgerExportPath);
    expect(ledger.headers.get('content-disposition')).toMatch(/^attachment; filename="ledger-\d{4}-\d\d-\d\d\.txt"$/);
    const bytes = Buffer.from(await ledger.arrayBuffer());
    const [row] = await stage.sql<{ journals: number }[]>`select count(*) as journals from ledger_journals`;
    expect(
      await verifyLedger(
        (async function* () {
          yield bytes;
        })(),
      ),
    ).toMatchObject(row ?? {});
  });

  const recorded = async (action: string) => {
    const { items } = await admin().call(listAudit, { query: { action } });
    return items.map(({ actor, target, after }) => [actor?.id, target.label, target.path, after]);
  };
  const byAdmin = (after: object) => [stage.people.admin.id, 'Ledger', '/admin/money', after];

  it('reconciles, names a reference whose sums differ, and records each run', async () => {
    expect(await admin().call(reconcileNow)).toMatchObject({ failed: 0, differences: [] });
    const [movement] = await stage.sql<{ id: number; reference: string }[]>`
      select id, reference from sandbox.journal where amount_cents = 3000`;
    await stage.sql`update sandbox.journal set amount_cents = 2999 where id = ${movement?.id ?? 0}`;
    expect((await admin().call(reconcileNow)).differences).toEqual([movement?.reference]);
    await stage.sql`update sandbox.journal set amount_cents = 3000 where id = ${movement?.id ?? 0}`;
    expect(await recorded('money.reconciled')).toMatchObject([
      byAdmin({ failed: 0, differences: 1 }),
      byAdmin({ failed: 0, differences: 0 }),
    ]);
  });

  it('checks the books, shows the rows that violate an invariant, and records the check', async () => {
    await tamperWith(
      stage.sql,
      'ledger_days',
      `update ledger_days set amount_cents = amount_cents + 1 where account = 'held' and kind = 'release'`,
    );
    const { invariants } = await admin().call(checkBooks);
    const broken = invariants.filter(({ violations }) => violations.length > 0);
    expect(broken.map(({ name }) => name)).toEqual(['the sums of each day are those of its chained journals']);
    expect(broken[0]?.violations[0]).toContain('"kind":"release"');
    expect(await recorded('money.checked')).toMatchObject([
      byAdmin({ invariants: invariants.length, broken: 'the sums of each day are those of its chained journals' }),
    ]);
    await tamperWith(
      stage.sql,
      'ledger_days',
      `update ledger_days set amount_cents = amount_cents - 1 where account = 'held' and kind = 'release'`,
    );
  });

  it.each([
    moneyMonthsCsvPath,
    ledgerExportPath,
    '/api/admin/money',
    '/api/admin/money/movements.csv',
    '/api/admin/money/held.csv',
  ])('refuses %s for everyone but admins, and records the attempts', async (path) => {
    const { creator, owner } = stage.people;
    for (const { client } of [creator, owner]) expect((await client.raw('GET', path)).status).toBe(403);
    expect((await stage.app.client().raw('GET', path)).status).toBe(401);
    const query = { status: 'refused', targetKind: 'call', targetId: `GET ${path}` } as const;
    const { items } = await admin().call(listAudit, { query });
    expect(items.map(({ actor }) => actor?.id)).toEqual([owner.id, creator.id]);
  });

  it('refuses downloads to a suspended admin', async () => {
    const suspended = await insertPerson(stage.app, 'admin');
    await stage.sql`update users set suspended_at = clock_timestamp() where id = ${suspended.id}`;
    for (const path of [moneyMonthsCsvPath, ledgerExportPath]) {
      expect((await suspended.client.raw('GET', path)).status).toBe(403);
    }
    const { items } = await admin().call(listAudit, { query: { status: 'refused', actorId: suspended.id } });
    expect(items.map(({ target, after }) => [target.id, after.code])).toEqual([
      [`GET ${ledgerExportPath}`, 'suspended'],
      [`GET ${moneyMonthsCsvPath}`, 'suspended'],
    ]);
  });
});
