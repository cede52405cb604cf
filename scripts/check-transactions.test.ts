import { expect, test } from 'vitest';
import { findReadsOutside } from './check-transactions.ts';

const within = (body: string) =>
  `export async function act(context: Platform) {\n  await context.db.tx(async (tx) => {\n    ${body}\n  });\n}`;
const find = (source: string) => findReadsOutside('server/pledges/x.ts', source);

test.each([
  'await readCategories(context);',
  'await assertSeen(tx, { categories: await readCategories(context) });',
  'await findPool(context.db.sql, id);',
  'await findPool(db.sql, id);',
  'await findPool(sql, id);',
  'await sql`select 1`;',
  'await db.tx(work);',
  'await batchOf(context)(item);',
  'for (const id of ids) await Promise.all([readPool(context, id)]);',
])('finds "%s" in a transaction', (body) => {
  expect(find(within(body))).toMatchObject([{ line: 3 }]);
});

test('finds a read in a callback whose transaction has another name', () => {
  const source = 'await db.tx((connection) => Promise.all([readPool(context, id), findPool(connection, id)]));';
  expect(find(source)).toHaveLength(1);
});

test('finds a read in a listener that runs within the transaction of a fact', () => {
  const source =
    "facts.within('pool.ended', async (tx, { poolId }) => { await release(tx, await readPool(context, poolId)); });";
  expect(find(source)).toHaveLength(1);
});

test.each([
  'async function close(context: MoneyContext, tx: Tx) {}',
  'const close = async (tx: Tx, { jobs }: Platform) => {};',
])('finds the full context in "%s"', (source) => {
  expect(find(source)).toHaveLength(1);
});

test.each([
  'await openPool(context, tx, form);',
  'context.log.info(await findPool(tx, id));',
  'afterCommit(tx, () => publishPool(context, pool));',
  'afterCommitWith(tx, context, (context) => sendUnread(context, userId));',
  "await context.facts.publish(tx, 'pool.ended', { id });",
])('accepts "%s" in a transaction', (body) => {
  expect(find(within(body))).toEqual([]);
});

test.each([
  'async function close(context: InTransaction<MoneyContext>, tx: Tx) { reportMismatch(context); }',
  'async function show(context: Platform, id: string) { return readPool(context, await context.db.sql`select 1`); }',
])('accepts "%s"', (source) => {
  expect(find(source)).toEqual([]);
});
