import { findAdminsWithoutFactor } from '#server/accounts/find-admins-without-factor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Finding, ok, problem, warning } from './checkup.ts';

interface Factors {
  rolesWithFactor: readonly string[];
  hasRealCards: boolean;
  /** Usernames of active admins without a second factor. */
  without: readonly string[];
}

/** Whether the admins are safe from a stolen password. Null if only test cards are taken and nothing is required. */
export async function examineFactors({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<Finding | null> {
  const without = await findAdminsWithoutFactor({ db });
  return judgeFactors({ ...config, hasRealCards: config.cards.main !== 'sandbox', without });
}

export function judgeFactors({ rolesWithFactor, hasRealCards, without }: Factors): Finding | null {
  const names = without.map((name) => `@${name}`).join(', ');
  const isRequired = rolesWithFactor.includes('admin');
  if (!isRequired && !hasRealCards) return null;
  if (!isRequired)
    return warning(
      `REQUIRE_SECOND_FACTOR is off, so a stolen password of an admin is enough to move money.${names ? ` Without a second factor: ${names}.` : ''}`,
    );
  if (names) return problem(`These admins have no second factor, and reach only the page that sets it up: ${names}.`);
  return ok('Every admin has a second factor.');
}
