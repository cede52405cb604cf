import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDisputes } from '#contract/admin/disputes.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { type DisputeFilter, type DisputeSort, explainDisputes } from './disputes.sql.ts';
import { disputeBatches } from './list-disputes.ts';

/** The admin's list of disputes with 100,000 rows, most of them open. */
let stage: PledgeStage;
const count = 100_000;

beforeAll(async () => {
  stage = await PledgeStage.open();
  await stage.collected([{ cents: 30_00 }]);
  await stage.sql.begin(async (tx) => {
    // The rows have no journals, so the test removes them again.
    await tx`
      insert into disputes (payment_id, processor, processor_ref, amount_cents, reason, status, evidence_due_at, created_at, settled_at)
      select y.id, 'sandbox', 'dp_many_' || n, 100 + n % 5000, 'fraudulent',
        case when n % 10 = 0 then 'won' when n % 10 = 1 then 'lost' when n % 10 = 2 then 'under_review' else 'needs_response' end,
        now() + n * interval '1 second', now() - n * interval '1 minute', case when n % 10 < 2 then now() end
      from generate_series(1, ${count}) n, (select id from payments limit 1) y`;
  });
  await stage.sql`vacuum analyze disputes`;
}, 120_000);
afterAll(async () => {
  await stage.sql`delete from disputes where processor_ref like 'dp_many_%'`;
  await stage.close();
});

const byDate: DisputeSort[] = ['newest', 'oldest', 'amount', '-amount'];
/** `due` orders only open disputes. */
const sortsOf = { open: ['due', ...byDate], needs_response: ['due', ...byDate], won: byDate, '': byDate } as const;
const cases = Object.entries(sortsOf).flatMap(([status, sorts]) =>
  sorts.map((sort) => [(status || null) as DisputeFilter['status'], sort] as const),
);

it.each(cases)('walks the disputes that are %s by %s along an index', async (status, sort) => {
  const plan = await explainDisputes(stage.sql, { status, search: null }, { sort, limit: 50, offset: 0 });
  expect(plan).toMatch(/Index (Only )?Scan/);
  expect(plan).not.toMatch(/Seq Scan|\bSort\b(?! Key)/);
});

it('lists the most urgent first and stops counting', async () => {
  const { items, pagination } = await stage.people.admin.client.call(listDisputes, {
    query: { status: 'needs_response' },
  });
  expect(items).toHaveLength(pagination.pageSize);
  expect(pagination.countIsCapped).toBe(true);
  expect(items.map(({ dueAt }) => dueAt)).toEqual(items.map(({ dueAt }) => dueAt).toSorted());
});

it('exports each dispute once while another one is lost', async () => {
  const query = listDisputes.query.parse({ status: 'lost', sort: 'newest' });
  const seen: string[] = [];
  for await (const batch of disputeBatches(stage.context, query)) {
    seen.push(...batch.map(({ processorRef }) => processorRef));
    if (seen.length > batch.length) break;
    await stage.sql`
      insert into disputes (payment_id, processor, processor_ref, amount_cents, reason, status, settled_at)
      select id, 'sandbox', 'dp_many_late', 100, 'fraudulent', 'lost', now() from payments limit 1`;
  }
  expect(seen).toEqual(seen.map((_ref, index) => `dp_many_${index * 10 + 1}`));
});
