import './facts.ts';
import { providerRoutes } from '#server/accounts/providers/provider-routes.ts';
import { createProviders } from '#server/accounts/providers/providers.ts';
import { deleteAllWaitingLinks, deleteEndedWaitingLinks } from '#server/accounts/providers/waiting-links.sql.ts';
import { deleteUnusedDevices } from '#server/accounts/sessions/known-devices.sql.ts';
import { deleteAllSessions, deleteEndedSessions } from '#server/accounts/sessions/sessions.sql.ts';
import { sessionReader } from '#server/accounts/sessions/sessions.ts';
import type {} from '#server/media/hooks.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { AccountsContext } from './accounts-context.ts';
import { bounceRoutes } from './bounce-routes.ts';
import { accountInvariants } from './check-accounts.ts';
import { closeDemoAccounts } from './close-demo-accounts.ts';
import { ensureAdmin } from './create-admin.ts';
import { deleteOldEmailTokens, deleteUnusedEmailTokens } from './email-tokens.sql.ts';
import { sendRecoveryLink } from './forgot-password.ts';
import { deleteOldFormerEmails } from './former-emails.sql.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { accountMailSamples } from './mail-samples.ts';
import { accountData } from './personal-data.sql.ts';
import { accountRoutes, linkRoutes, secondFactorRoutes, settingsRoutes } from './routes.ts';
import { deleteEndedSecrets } from './second-factor/authenticator-apps.sql.ts';
import { secondFactorInvariants } from './second-factor/check-second-factor.ts';
import { createCodeThrottle } from './second-factor/code-throttle.ts';
import { deleteAllChallenges, deleteEndedChallenges } from './second-factor/passkey-challenges.sql.ts';
import { deleteAllSteps, deleteEndedSteps } from './second-factor/sign-in-steps.sql.ts';
import { avatarUses } from './users.sql.ts';

/** Sign-up, sessions, sign-in with Google and other providers, recovery, roles, settings and account deletion. */
export function accountsModule(context: Platform): Module {
  const { config, db, jobs } = context;
  const accounts: AccountsContext = {
    ...context,
    throttle: createLoginThrottle(context.limits),
    codeThrottle: createCodeThrottle(context.limits),
    providers: createProviders(config),
    recovery: jobs.define('accounts.recovery', (payload: { email: string; requestId: string }) =>
      sendRecoveryLink(context, payload),
    ),
  };
  context.hooks.handle('image.uses', avatarUses);
  context.http.setSessionReader(sessionReader(context));
  // A trigger notifies it, whichever operation suspends (suspension.sql).
  context.live.disconnectOn('user_suspended');
  const sweep = jobs.define<undefined>('accounts.sweep', async () => {
    await deleteEndedSessions(db.sql, config.session.idleMs);
    await deleteEndedSteps(db.sql);
    await deleteEndedSecrets(db.sql);
    await deleteUnusedDevices(db.sql);
    await deleteEndedChallenges(db.sql);
    await deleteEndedWaitingLinks(db.sql);
    await deleteOldEmailTokens(db.sql);
    await deleteOldFormerEmails(db.sql);
  });
  jobs.every('accounts.sweep', '23 3 * * *', sweep);
  return {
    // Sessions that ended and links that were used after the backup must not work again.
    async afterRestore(tx) {
      await deleteAllSessions(tx);
      await deleteAllSteps(tx);
      await deleteAllChallenges(tx);
      await deleteAllWaitingLinks(tx);
      await deleteUnusedEmailTokens(tx);
    },
    routes: [
      ...accountRoutes(accounts),
      ...settingsRoutes(accounts),
      ...secondFactorRoutes(accounts),
      ...linkRoutes(accounts),
    ],
    raw: [providerRoutes(accounts), bounceRoutes(context)],
    rawCalls: [
      {
        method: 'get',
        path: '/api/auth/google',
        summary:
          'Start Google sign-in; `redirect` is a path on this site. With `prompt=login`, Google asks for the sign-in again, which proves an identity',
        who: 'anyone',
      },
      {
        method: 'get',
        path: '/api/auth/google/callback',
        summary: 'Finish Google sign-in: the URL that Google redirects to',
        who: 'anyone',
      },
      {
        method: 'get',
        path: '/api/auth/oidc/{id}',
        summary: 'Start a sign-in with another OpenID provider of the settings; parameters as for Google',
        who: 'anyone',
      },
      {
        method: 'get',
        path: '/api/auth/oidc/{id}/callback',
        summary: 'Finish a sign-in with another OpenID provider: the URL that it redirects to',
        who: 'anyone',
      },
      {
        method: 'post',
        path: '/api/mail/bounces',
        summary:
          'Report mail that bounced permanently, with the bearer token MAIL_WEBHOOK_SECRET: JSON, or a delivery status notification (message/rfc822)',
        who: 'anyone',
      },
    ],
    invariants: [...accountInvariants, ...secondFactorInvariants],
    personalData: accountData,
    mailSamples: () => accountMailSamples(config),
    async start() {
      await ensureAdmin(context);
      await closeDemoAccounts(context);
    },
  };
}
