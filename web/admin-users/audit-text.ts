import { type AuditItem, auditActions } from '#contract/admin/audit.ts';

type Said = Pick<AuditItem, 'action' | 'actor'>;

/** "Mira Stone froze this pool". A row of a later version may have an action without words. */
export function auditSentence({ action, actor }: Said): string {
  const who = actor ? actor.displayName || `@${actor.username}` : 'The server';
  const did = (auditActions as Record<string, string | undefined>)[action] ?? `did “${action}”`;
  return `${who} ${did}`;
}

type Values = AuditItem['before'];

export interface AuditChange {
  name: string;
  before: string;
  after: string;
}

const textOf = (value: Values[string] | undefined) =>
  value === undefined || value === null || value === ''
    ? '–'
    : value === true
      ? 'yes'
      : value === false
        ? 'no'
        : String(value);

/** "suspendedUntil" as "suspended until". */
const nameOf = (key: string) =>
  key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** The values that an action changed, and those that it only recorded. */
export function auditChanges({ before, after }: Pick<AuditItem, 'before' | 'after'>): AuditChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.map((key) => ({ name: nameOf(key), before: textOf(before[key]), after: textOf(after[key]) }));
}
