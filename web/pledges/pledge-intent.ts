import { limits } from '#contract/limits.ts';
import { safeRedirect } from '#contract/paths.ts';

/** A pledge that a visitor chose before signing in. It travels in the address of the pool's page, so it survives sign-in and reloads. */
export interface PledgeIntent {
  amountCents: number;
  anonymous: boolean;
}

/** The pool's page with the pledge filled in. Nothing is pledged by opening it. */
export function pledgeIntentPath(poolPath: string, { amountCents, anonymous }: PledgeIntent): string {
  return `${poolPath}?amount=${amountCents}${anonymous ? '&anonymous=1' : ''}`;
}

/** The pledge in the query of a pool's address; null without one, and for an amount that no pool takes. */
export function readPledgeIntent(search: string): PledgeIntent | null {
  const query = new URLSearchParams(search);
  const amountCents = Number(query.get('amount') ?? '');
  if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > limits.pledgeCents.max) return null;
  return { amountCents, anonymous: query.get('anonymous') === '1' };
}

/** The pool and the pledge that a redirect target continues with; null where it leads anywhere else. */
export function pledgeAhead(target: string): ({ poolPath: string } & PledgeIntent) | null {
  const path = safeRedirect(target);
  const at = path.indexOf('?');
  if (at < 0 || !/^\/(?:tip-pool|pool)\/[^?#]/.test(path)) return null;
  const intent = readPledgeIntent(path.slice(at).split('#', 1)[0] ?? '');
  return intent && { poolPath: path.slice(0, at), ...intent };
}
