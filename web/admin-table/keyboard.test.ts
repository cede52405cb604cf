import { describe, expect, it } from 'vitest';
import { commandOf, moveActive, type Place } from './keyboard.ts';

const press = (key: string, place: Place = 'list', held: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, place);

describe('a key in a list', () => {
  it.each([
    ['j', 'next'],
    ['J', 'next'],
    ['k', 'previous'],
    ['x', 'toggle'],
    ['e', 'edit'],
    ['Enter', 'open'],
    ['/', 'search'],
    ['?', 'help'],
    ['Escape', 'close'],
    ['q', undefined],
  ])('%s means %s', (key, command) => {
    expect(press(key)).toBe(command);
  });

  it('belongs to the browser together with Ctrl, Alt or the command key', () => {
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) expect(press('k', 'list', { [held]: true })).toBeUndefined();
  });

  it('is text in a field, except for Escape', () => {
    expect(press('x', 'field')).toBeUndefined();
    expect(press('Escape', 'field')).toBe('close');
  });

  it('belongs to an open menu or dialog', () => {
    expect(press('Escape', 'menu')).toBeUndefined();
    expect(press('j', 'menu')).toBeUndefined();
  });

  it('leaves Enter and the arrows to a focused control', () => {
    expect(press('Enter', 'control')).toBeUndefined();
    expect(press('ArrowDown', 'control')).toBeUndefined();
    expect(press('j', 'control')).toBe('next');
  });
});

describe('the active row', () => {
  const ids = ['a', 'b', 'c'];
  it('starts at the first row', () => {
    expect(moveActive(ids, undefined, 'next')).toEqual({ id: 'a', index: 0 });
    expect(moveActive(ids, undefined, 'previous')).toEqual({ id: 'a', index: 0 });
  });

  it('stops at the ends', () => {
    expect(moveActive(ids, { id: 'c', index: 2 }, 'next')).toEqual({ id: 'c', index: 2 });
    expect(moveActive(ids, { id: 'a', index: 0 }, 'previous')).toEqual({ id: 'a', index: 0 });
    expect(moveActive(ids, { id: 'a', index: 0 }, 'last')).toEqual({ id: 'c', index: 2 });
    expect(moveActive(ids, { id: 'c', index: 2 }, 'first')).toEqual({ id: 'a', index: 0 });
  });

  it('continues from its index when its row has left the list', () => {
    expect(moveActive(['a', 'c'], { id: 'b', index: 1 }, 'next')).toEqual({ id: 'c', index: 1 });
    expect(moveActive(['a', 'c'], { id: 'b', index: 1 }, 'previous')).toEqual({ id: 'a', index: 0 });
    expect(moveActive(['a'], { id: 'c', index: 2 }, 'next')).toEqual({ id: 'a', index: 0 });
  });

  it('follows its row when rows before it leave', () => {
    expect(moveActive(['b', 'c'], { id: 'b', index: 1 }, 'next')).toEqual({ id: 'c', index: 1 });
  });

  it('does not exist in an empty list', () => {
    expect(moveActive([], { id: 'a', index: 0 }, 'next')).toBeUndefined();
  });
});
