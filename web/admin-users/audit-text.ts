import type { AuditItem } from '#contract/admin/audit.ts';
import { auditActions } from '#contract/admin/audit-actions.ts';
import { type Message, type Text, t, textOf } from '#contract/language/text.ts';

type Said = Pick<AuditItem, 'action' | 'actor'>;

/** "Mira Stone froze this pool". A row of a later version may have an action without words. */
export function auditSentence({ action, actor }: Said): Text {
  const who = actor ? actor.displayName || `@${actor.username}` : t`The server`;
  const known = (auditActions as Record<string, Message | undefined>)[action];
  const did = known ? textOf(known) : t`did “${{ action }}”`;
  return t`${{ actor: who }} ${{ action: did }}`;
}

type Values = AuditItem['before'];

export interface AuditChange {
  name: string;
  before: string;
  after: string;
}

const shown = (value: Values[string] | undefined) =>
  value === undefined || value === null || value === ''
    ? '–'
    : value === true
      ? t`yes`
      : value === false
        ? t`no`
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
  return keys.map((key) => ({ name: nameOf(key), before: shown(before[key]), after: shown(after[key]) }));
}
