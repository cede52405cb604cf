import { randomInt } from 'node:crypto';
import { usernameField } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { isErasedUsername } from '#contract/paths.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** Names that could impersonate the product, its staff or everyone. Sign-up reports them as taken. */
const reserved = new Set(
  `abuse admin administrator admins anonymous api auth billing contact deleted everyone fanfare global help here legal
  login logout mod moderation moderator moderators no-reply noreply null official payments payouts postmaster privacy register root
  safety sandbox search security settings staff status support system team undefined webmaster www`.split(/\s+/),
);

/** Ignores case, underscores and hyphens. */
export function isReservedUsername(username: string): boolean {
  const lower = username.toLowerCase();
  return isErasedUsername(lower) || reserved.has(lower) || reserved.has(lower.replace(/[_-]/g, ''));
}

/** Returns the trimmed username as sign-up stores it, or null if its format is invalid or it is reserved. */
export function parseUsername(text: string): string | null {
  const { data } = usernameField.safeParse(text);
  return data === undefined || isReservedUsername(data) ? null : data;
}

/** Suggests a username from an email. Adds random digits from the second attempt on. */
export function suggestUsername(email: string, attempt: number): string {
  const local = (email.split('@')[0] ?? '').split('+')[0] ?? '';
  const base = local.normalize('NFKD').replace(/[^A-Za-z0-9_-]/g, '');
  // Digits do not make a name that looks like a deleted account available.
  const named = base.length < limits.username.checkFrom || isErasedUsername(base) ? `fan${base}` : base;
  const stem = named.slice(0, limits.username.max - 5);
  const name = attempt === 0 ? stem : `${stem}${randomInt(1000, 100_000)}`;
  return isReservedUsername(name) ? `${stem}${randomInt(1000, 100_000)}` : name;
}

/** A name that matches more people is not a useful search. */
const matchesMax = 1000;

/** An array of the ids of people whose username matches, for conditions of admin searches. Indexes can answer `x.user_id = any (…)`. */
export const peopleNamed = (sql: Connection, pattern: string): Fragment =>
  sql`array(select id from users where username ilike ${pattern} limit ${matchesMax})`;
