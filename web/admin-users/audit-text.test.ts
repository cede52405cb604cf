import { expect, it } from 'vitest';
import { auditChanges, auditSentence } from './audit-text.ts';

const mira = { id: '1', username: 'mira', displayName: 'Mira Stone', avatarUrl: null };

it('names the actor and the action, also for the server and for unknown actions', () => {
  expect(auditSentence({ action: 'pool.freeze', actor: mira })).toBe('Mira Stone froze this pool');
  expect(auditSentence({ action: 'pool.freeze', actor: { ...mira, displayName: null } })).toBe('@mira froze this pool');
  expect(auditSentence({ action: 'user.suspension_ended', actor: null })).toMatch(/^The server ended/);
  expect(auditSentence({ action: 'pool.painted', actor: mira })).toBe('Mira Stone did “pool.painted”');
});

it('lists values before and after', () => {
  const changes = auditChanges({
    before: { frozen: false, role: 'user' },
    after: { frozen: true, suspendedUntil: null },
  });
  expect(changes).toEqual([
    { name: 'frozen', before: 'no', after: 'yes' },
    { name: 'role', before: 'user', after: '–' },
    { name: 'suspended until', before: '–', after: '–' },
  ]);
});
