import { expect, it } from 'vitest';
import { hideValues } from './hide-values.ts';

it.each([
  ['select * from users\n  where id = $1 and t2.x = $2', 'select * from users where id = $1 and t2.x = $2'],
  [
    "select 1 from users where email = 'a''b@example.org' and n = 4242",
    'select ? from users where email = ? and n = ?',
  ],
  ["select $tag$it's secret$tag$, E'x' -- for ada@example.org\n from t", 'select ?, E? from t'],
  ["select 'an end that PostgreSQL cut off", 'select ?'],
  ['select /* 12 ada */ 1.5 from t12', 'select ? from t12'],
])('hides the values of %j', (statement, expected) => {
  expect(hideValues(statement)).toBe(expected);
});

it('cuts a long statement', () => {
  expect(hideValues(`select ${'a, '.repeat(900)}b`)).toHaveLength(501);
});
