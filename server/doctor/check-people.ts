import { demoMailDomain } from '#server/accounts/demo-accounts.ts';
import { findGuessableAdmins } from '#server/accounts/find-guessable-admins.ts';
import { type Area, countOf, type Finding, ok, problem, warning } from '#server/health/checkup.ts';
import { examineFactors } from '#server/health/judge-factors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { countAccountsUnder } from './doctor.sql.ts';

export function peopleChecks({ db, config }: Pick<Platform, 'db' | 'config'>): Area {
  return {
    area: 'People',
    checks: [
      { name: 'Admin', run: async () => judgeAdmins(await findGuessableAdmins({ db, config })) },
      { name: 'Second factors', run: async () => (await examineFactors({ db, config })) ?? undefined },
      {
        name: 'Second admin',
        run: async () =>
          judgeSecondAdmin(config.twoAdminLimitCents, (await findGuessableAdmins({ db, config })).admins),
      },
      {
        name: 'Demo data',
        run: async () => judgeDemo(config.demoData, await countAccountsUnder(db.sql, demoMailDomain)),
      },
    ],
  };
}

export function judgeAdmins({ admins, guessable }: { admins: number; guessable: string[] }): Finding {
  if (admins === 0) return problem('No admin can sign in; run `npm run cli -- create-admin you@example.org`.');
  if (guessable.length > 0)
    return problem(
      `Anyone can guess the password of ${guessable.map((name) => `@${name}`).join(', ')}; change it now.`,
    );
  return ok(admins === 1 ? '1 admin can sign in.' : `${admins} admins can sign in.`);
}

/** Without a limit, one stolen account can refund everything; without a second admin, what exceeds it can only lapse. */
export function judgeSecondAdmin(limitCents: number | undefined, admins: number): Finding {
  if (limitCents === undefined)
    return warning(
      'Set TWO_ADMIN_LIMIT, such as 20000 for $200 a day, so that one admin cannot refund everything alone.',
    );
  if (admins < 2)
    return warning(
      'Make a second person an admin: what exceeds TWO_ADMIN_LIMIT waits for one, or for `cli -- approve`.',
    );
  return ok('Large refunds and deliveries wait for a second admin.');
}

export function judgeDemo(isOn: boolean, accounts: number): Finding {
  if (accounts > 0)
    return problem(
      `The database holds ${countOf(accounts, 'demo account')} with a public password; start with an empty database.`,
    );
  if (isOn) return problem('Set DEMO_DATA=0; otherwise the next start fills an empty database with demo content.');
  return ok('There is no demo data.');
}
