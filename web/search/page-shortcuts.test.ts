import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { matching, pageShortcutsFor } from './page-shortcuts.ts';

// cspell:ignore reator

const user = (role: CurrentUser['role']) => ({ role });
const labels = (who: Pick<CurrentUser, 'role'> | null) => pageShortcutsFor(who).map(({ label }) => label);

describe('places', () => {
  it('are those that somebody may enter', () => {
    expect(labels(null)).not.toContain('Favorites');
    expect(labels(null)).toContain('Become a Creator');
    expect(labels(user('user'))).toEqual(expect.arrayContaining(['Favorites', 'Settings', 'Become a Creator']));
    expect(labels(user('creator'))).toContain('Creator Dashboard');
    expect(labels(user('creator'))).not.toContain('Become a Creator');
    expect(labels(user('creator')).join()).not.toContain('Admin');
    expect(labels(user('admin'))).toContain('Admin: reports');
  });

  it('are found by the beginnings of their words, their names first', () => {
    const found = (text: string) => matching(pageShortcutsFor(user('user')), text).map(({ label }) => label);
    expect(found('cre')).toEqual(['Creators', 'Create pool', 'Become a Creator', 'For creators', 'Creator agreement']);
    expect(found('pool create')).toEqual(['Create pool']);
    expect(found('password')).toEqual(['Settings']);
    expect(found('reator')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });
});
