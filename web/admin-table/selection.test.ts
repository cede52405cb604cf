import { describe, expect, it } from 'vitest';
import { changeSelection, isWholePage, type Selection } from './selection.ts';

interface Row {
  id: string;
  name: string;
}
const rows: Row[] = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: `row ${id}` }));
const [a, b, c, d] = rows as [Row, Row, Row, Row];
const none: Selection<Row> = new Map();
const of = (...some: Row[]): Selection<Row> => new Map(some.map((row) => [row.id, row]));
const ids = (selection: Selection<Row>) => [...selection.keys()].sort().join('');

describe('a selection', () => {
  it('toggles a row', () => {
    expect(ids(changeSelection(none, { type: 'toggle', row: b }))).toBe('b');
    expect(ids(changeSelection(of(a, b), { type: 'toggle', row: b }))).toBe('a');
  });

  it('extends to a row in both directions, and to one row without a start', () => {
    expect(ids(changeSelection(of(a), { type: 'extend', row: c, rows, from: 'a' }))).toBe('abc');
    expect(ids(changeSelection(of(d), { type: 'extend', row: b, rows, from: 'd' }))).toBe('bcd');
    expect(ids(changeSelection(none, { type: 'extend', row: c, rows, from: undefined }))).toBe('c');
    expect(ids(changeSelection(none, { type: 'extend', row: c, rows: [a, b], from: 'a' }))).toBe('');
  });

  it('selects a page, then clears just that page', () => {
    const other = { id: 'z', name: 'on another page' };
    const all = changeSelection(of(other, b), { type: 'page', rows });
    expect(ids(all)).toBe(`abcd${other.id}`);
    expect(isWholePage(all, rows)).toBe(true);
    expect(ids(changeSelection(all, { type: 'page', rows }))).toBe('z');
    expect(isWholePage(none, [])).toBe(false);
  });

  it('adds rows of other pages to those that are selected', () => {
    const renamed = { ...b, name: 'renamed' };
    const all = changeSelection(of(a, b), { type: 'add', rows: [renamed, c, d] });
    expect(ids(all)).toBe('abcd');
    expect(all.get('b')).toBe(renamed);
  });

  it('takes the current state of its rows, and stays the same without a change', () => {
    const selection = of(a, b);
    const renamed = { ...a, name: 'renamed' };
    expect(changeSelection(selection, { type: 'refresh', rows: [renamed, c] }).get('a')).toBe(renamed);
    expect(changeSelection(selection, { type: 'refresh', rows })).toBe(selection);
  });

  it('is cleared', () => {
    expect(changeSelection(of(a, b), { type: 'clear' }).size).toBe(0);
  });
});
