import { expect, test } from 'vitest';
import {
  checkOwners,
  checkRoutines,
  checkSource,
  sqlIn,
  usesIn,
  type Violation,
  withoutExceptions,
} from './check-sql.ts';

const summariesOf = (violations: Violation[]) => violations.map(({ use, name }) => `${use} ${name}`);
const inModule = (module: string, sql: string) => summariesOf(checkSource(`server/${module}/a.sql.ts`, `tx\`${sql}\``));

test('allows a module to write its own tables and to read those of earlier modules', () => {
  expect(inModule('pledges', 'update pledges p set card_id = null from pools o join users u on true')).toEqual([]);
  expect(inModule('pledges', 'select 1 from pools where id = any(array[1]) for no key update')).toEqual([]);
});

test.each([
  ['insert into pools (id) values (1)', 'write pools'],
  ['update only pools set goal_cents = 1', 'write pools'],
  ['with gone as (delete from public."pools" returning id) select * from gone', 'write pools'],
  ['TRUNCATE TABLE Pools', 'write pools'],
  ['merge into pools using pledges on true when matched then do nothing', 'write pools'],
])("refuses a write to another module's table: %s", (sql, expected) => {
  expect(inModule('pledges', sql)).toEqual([expected]);
});

test('takes no text for people for SQL', () => {
  expect(sqlIn('msg`Messages you wrote from pledges.`; t`Update pools.`; tx`id = 1`;')).toEqual(['id = 1']);
});

test('refuses to read a private table in any other module, and lets it call the functions of its owner', () => {
  const read = 'select 1 from user_blocks where blocker_id = $1';
  expect(inModule('notifications', read)).toEqual(['read user_blocks']);
  expect(inModule('people', read)).toEqual([]);
  expect(inModule('chat', 'select a from writers_hidden_from($1) a')).toEqual([]);
});

test('refuses a write to a table whose name is only known at run time', () => {
  expect(inModule('pledges', `update \${table} set goal_cents = 1`)).toEqual(['write $']);
});

test.each([
  ['select p.id from pools p, comments c', 'read comments'],
  ['update pools set fan_count = (select count(*) from pledges)', 'read pledges'],
  ['select 1 from sandbox.cards, chat_rooms', 'read chat_rooms'],
  ['select * from store_pledges($1)', 'call store_pledges'],
])("refuses a read of a later module's table and a call of its function: %s", (sql, expected) => {
  expect(inModule('pools', sql)).toEqual([expected]);
});

test('ignores table names in comments, strings, aliases and columns', () => {
  expect(
    inModule('pools', "select count(*) as comments, p.messages from pools p -- pledges\nwhere title = 'reports'"),
  ).toEqual([]);
});

test('finds SQL in nested templates and plain statements, but not in other text', () => {
  const source = `
    const a = sql<Row[]>\`select 1 \${yes ? sql\`and exists (select from pledges)\` : sql\`\`}\`;
    const question = { name: 'comments and messages', sql: 'select id from comments' };
    const part = \`exists (\n select 1 from messages)\`;`;
  expect(sqlIn(source).flatMap((sql) => usesIn(sql).map(({ name }) => name))).toEqual([
    'pledges',
    'comments',
    'messages',
  ]);
});

test('checks the body of a function, views and statements by the rules of the module, but no triggers', () => {
  const define = (name: string, sql: string) =>
    `create or replace function ${name}(pledges int, step int) returns void language plpgsql as $$\nbegin\n${sql}\nend $$;\n`;
  const faults = (sql: string) => summariesOf(checkRoutines('server/pools/pool-counts.sql', sql));
  expect(faults(define('count_likes', 'update pools set like_count = like_count + pledges;'))).toEqual([]);
  expect(faults(define('count_likes', 'update users set adult = false;'))).toEqual(['write users']);
  expect(faults(define('count_likes', 'perform add_pool_likes(1); perform store_messages();'))).toEqual([
    'call store_messages',
  ]);
  expect(faults('create or replace view best as\n  select * from pledges;')).toEqual(['read pledges']);
  expect(faults('create or replace trigger best after insert on pledges execute function add_pool_likes();')).toEqual(
    [],
  );
});

test('reports tables and views without an owner', () => {
  const places = checkOwners('CREATE TABLE tips (\n  id uuid\n);\n', ['best'])
    .filter(({ message }) => message.startsWith('has no owner'))
    .map(({ place }) => place);
  expect(places).toEqual(['tips', 'best']);
});

test('applies an exception to its files and reports an exception that covers nothing', () => {
  const violations = checkSource('server/pools/check-pools.ts', 'tx`update users set id = (select id from pledges)`');
  const reads = { file: /check-pools/, allows: 'read', reason: 'It compares.' } as const;
  expect(summariesOf(withoutExceptions(violations, [reads]))).toEqual(['write users']);
  expect(withoutExceptions([], [reads])).toHaveLength(1);
});
