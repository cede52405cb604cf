import { describe, expect, it } from 'vitest';
import type { CurrentUser } from '#contract/accounts.ts';
import { filterByWords, pageShortcutsFor } from './page-shortcuts.ts';

// cspell:ignore reator

const user = (role: CurrentUser['role']) => ({ role });
const labels = (who: Pick<CurrentUser, 'role'> | null) => pageShortcutsFor(who).map(({ label }) => label);

describe('page shortcuts', () => {
  it('lists only the pages that the role can open', () => {
    expect(labels(null)).not.toContain('Favorites');
    expect(labels(null)).toContain('Become a Creator');
    expect(labels(user('user'))).toEqual(expect.arrayContaining(['Favorites', 'Settings', 'Become a Creator']));
    expect(labels(user('creator'))).toContain('Creator Dashboard');
    expect(labels(user('creator'))).not.toContain('Become a Creator');
    expect(labels(user('creator')).join()).not.toContain('Admin');
    expect(labels(user('admin'))).toContain('Admin: reports');
  });

  it('matches word prefixes and ranks label matches first', () => {
    const found = (text: string) => filterByWords(pageShortcutsFor(user('user')), text).map(({ label }) => label);
    expect(found('cre')).toEqual(['Creators', 'Create pool', 'Become a Creator', 'For creators', 'Creator agreement']);
    expect(found('pool create')).toEqual(['Create pool']);
    expect(found('password')).toEqual(['Settings']);
    expect(found('reator')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });
});
