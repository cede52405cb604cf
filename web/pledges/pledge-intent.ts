import { limits } from '#contract/limits.ts';
import { safeRedirect } from '#contract/paths.ts';

/** A pledge that a visitor chose before signing in. It travels in the URL of the pool page, so it survives sign-in and reloads. */
export interface PledgeIntent {
  amountCents: number;
  anonymous: boolean;
}

/** The pool page with the pledge form filled in. Opening it does not pledge. */
export function pledgeIntentPath(poolPath: string, { amountCents, anonymous }: PledgeIntent): string {
  return `${poolPath}?amount=${amountCents}${anonymous ? '&anonymous=1' : ''}`;
}

/** The pledge in the query of a pool page's URL; null if there is none or its amount is invalid. */
export function readPledgeIntent(search: string): PledgeIntent | null {
  const query = new URLSearchParams(search);
  const amountCents = Number(query.get('amount') ?? '');
  if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > limits.pledgeCents.max) return null;
  return { amountCents, anonymous: query.get('anonymous') === '1' };
}

/** The pool and the pledge of a redirect target; null if the target is not a pool page with a pledge. */
export function pledgeIntentOf(target: string): ({ poolPath: string } & PledgeIntent) | null {
  const path = safeRedirect(target);
  const at = path.indexOf('?');
  if (at < 0 || !/^\/(?:tip-pool|pool)\/[^?#]/.test(path)) return null;
  const intent = readPledgeIntent(path.slice(at).split('#', 1)[0] ?? '');
  return intent && { poolPath: path.slice(0, at), ...intent };
}
