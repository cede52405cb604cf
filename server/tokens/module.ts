import type {} from '#server/accounts/facts.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { tokenInvariants } from './check-tokens.ts';
import { tokenMailSamples } from './mail-samples.ts';
import { tokenData } from './personal-data.sql.ts';
import { tokenReader } from './read-token.ts';
import { tokenRoutes } from './routes.ts';
import { deleteOldTokens, deleteTokensOf, endAllTokens, endTokensOf } from './tokens.sql.ts';

/** API tokens of people, with which their programs call the API. */
export function tokensModule(context: Platform): Module {
  const { config, db, facts, http, jobs } = context;
  http.setTokenReader(tokenReader(context));
  facts.within('user.sessions_ended', (tx, { userId }) => endTokensOf(tx, userId, 'sessions_ended'));
  facts.within('user.suspended', (tx, { userId }) => endTokensOf(tx, userId, 'suspended'));
  facts.within('user.role_ended', (tx, { userId }) => endTokensOf(tx, userId, 'role_lost'));
  facts.within('user.left', (tx, { userId }) => deleteTokensOf(tx, userId));
  const sweep = jobs.define<undefined>('tokens.sweep', () => deleteOldTokens(db.sql));
  jobs.every('tokens.sweep', '41 3 * * *', sweep);
  return {
    routes: tokenRoutes(context),
    invariants: tokenInvariants,
    personalData: tokenData,
    mailSamples: () => tokenMailSamples(config),
    // A token that was revoked after the backup must not work again.
    afterRestore: endAllTokens,
  };
}
