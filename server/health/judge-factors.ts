import { fullDate } from '#contract/values/time.ts';
import { findAdminsWithoutFactor } from '#server/accounts/find-admins-without-factor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Finding, ok, problem, warning } from './checkup.ts';

const namesOf = (people: Factors['without']) => people.map(({ username }) => `@${username}`).join(', ');

interface Factors {
  rolesWithFactor: readonly string[];
  hasRealCards: boolean;
  /** The active admins without a second factor, and until when they may work without one. */
  without: readonly { username: string; graceUntil: Date | null }[];
}

/** Whether the admins are safe from a stolen password. Null if only test cards are taken and nothing is required. */
export async function examineFactors({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<Finding | null> {
  const without = await findAdminsWithoutFactor({ db });
  return judgeFactors({ ...config, hasRealCards: config.cards.main !== 'sandbox', without });
}

export function judgeFactors({ rolesWithFactor, hasRealCards, without }: Factors): Finding | null {
  const names = namesOf(without);
  const isRequired = rolesWithFactor.includes('admin');
  if (!isRequired && !hasRealCards) return null;
  if (!isRequired)
    return warning(
      `REQUIRE_SECOND_FACTOR is off, so a stolen password of an admin is enough to move money.${names ? ` Without a second factor: ${names}.` : ''}`,
    );
  const stopped = without.filter(({ graceUntil }) => graceUntil === null);
  if (stopped.length > 0) {
    return problem(`These admins have no second factor, and reach only the page that sets it up: ${namesOf(stopped)}.`);
  }
  const [due] = without.flatMap(({ graceUntil }) => graceUntil ?? []).sort((a, b) => a.getTime() - b.getTime());
  if (due) return warning(`These admins must set up a second factor by ${fullDate(due)}: ${names}.`);
  return ok('Every admin has a second factor.');
}
