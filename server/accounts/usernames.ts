import { randomInt } from 'node:crypto';
import { usernameField } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { isErasedUsername } from '#contract/paths.ts';

/** Names that would pass for the product, for those who run it, or for everybody; sign-up calls them taken. */
const reserved = new Set(
  `abuse admin administrator admins anonymous api auth billing contact deleted everyone fanfare global help here legal
  login logout mod moderation moderator moderators no-reply noreply null official payments payouts postmaster privacy register root
  safety sandbox search security settings staff status support system team undefined webmaster www`.split(/\s+/),
);

/** Dressing up with _ and - does not make a reserved name another one. */
export function isReservedUsername(username: string): boolean {
  const lower = username.toLowerCase();
  return isErasedUsername(lower) || reserved.has(lower) || reserved.has(lower.replace(/[_-]/g, ''));
}

/** The name as sign-up would store it, without the spaces around it; null where sign-up refuses it, whoever has it. */
export function readUsername(text: string): string | null {
  const { data } = usernameField.safeParse(text);
  return data === undefined || isReservedUsername(data) ? null : data;
}

/** A name for somebody who was not asked for one: from their address, with digits on the second try. */
export function suggestUsername(email: string, attempt: number): string {
  const local = (email.split('@')[0] ?? '').split('+')[0] ?? '';
  const base = local
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]/g, '')
    .slice(0, limits.username.max - 5);
  const stem = base.length < limits.username.checkFrom ? `fan${base}` : base;
  const name = attempt === 0 ? stem : `${stem}${randomInt(1000, 100_000)}`;
  return isReservedUsername(name) ? `${stem}${randomInt(1000, 100_000)}` : name;
}
