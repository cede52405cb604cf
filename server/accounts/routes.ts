import * as accounts from '#contract/accounts.ts';
import * as providers from '#contract/providers.ts';
import * as factors from '#contract/second-factor.ts';
import * as settings from '#contract/settings.ts';
import { mailLinkCode, signInWithLinkCode } from '#server/accounts/providers/link-codes.ts';
import { completeLink, unlinkIdentity } from '#server/accounts/providers/link-identity.ts';
import { startLink } from '#server/accounts/providers/start-provider-sign-in.ts';
import { cancelLink, readWaitingLink } from '#server/accounts/providers/waiting-link.ts';
import { listSessions } from '#server/accounts/sessions/list-sessions.ts';
import { changePassword } from '#server/accounts/settings/change-password.ts';
import { readSettings } from '#server/accounts/settings/read-settings.ts';
import { setLocale } from '#server/accounts/settings/set-locale.ts';
import { updateProfile } from '#server/accounts/settings/update-profile.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkUsername } from './check-username.ts';
import { deleteAccount } from './delete-account.ts';
import { forgotPassword } from './forgot-password.ts';
import { readCurrentUser } from './read-current-user.ts';
import { registerAccount } from './register-account.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { addPasskey, startPasskey } from './second-factor/add-passkey.ts';
import { removePasskey, renamePasskey } from './second-factor/change-passkey.ts';
import { confirmSignInWithCode, readSecondStep } from './second-factor/confirm-with-code.ts';
import { makeNewRecoveryCodes } from './second-factor/make-recovery-codes.ts';
import { proveInSession, readProofWays } from './second-factor/prove-in-session.ts';
import { proveWithPasskey, startPasskeyProof } from './second-factor/prove-with-passkey.ts';
import { readSecondFactor } from './second-factor/read-second-factor.ts';
import { removeApp } from './second-factor/remove-app.ts';
import { confirmApp, startApp } from './second-factor/set-up-app.ts';
import { signInWithPasskey, startPasskeySignIn } from './second-factor/sign-in-with-passkey.ts';
import { endOtherSessions, endSession } from './sessions/end-sessions.ts';
import { cancelEmailChange, changeEmail } from './settings/change-email.ts';
import { removeAvatar, setAvatar } from './settings/set-avatar.ts';
import { readSignInOptions, signIn, signOut } from './sign-in.ts';
import { verifyEmail } from './verify-email.ts';

export function accountRoutes(context: AccountsContext): Route[] {
  return [
    route(accounts.getCurrentUser, (_input, request) => readCurrentUser(context, signedIn(request))),
    route(accounts.login, ({ body }, request) => signIn(context, request, body)),
    route(accounts.register, ({ body }, request) => registerAccount(context, request, body)),
    route(accounts.logout, (_input, request) => signOut(context, request)),
    route(accounts.checkUsername, ({ query }, request) => checkUsername(context, request, query.username)),
    route(accounts.forgotPassword, ({ body }, request) => forgotPassword(context, request, body.email)),
    route(accounts.resetPassword, ({ body }, request) => resetPassword(context, request, body)),
    route(accounts.verifyEmail, ({ body }, request) => verifyEmail(context, request, body.token)),
    route(accounts.resendVerification, (_input, request) => resendVerification(context, signedIn(request))),
    route(accounts.getSignInOptions, async () => readSignInOptions(context)),
  ];
}

/** The signed-in person's own account settings. */
export function settingsRoutes(context: AccountsContext): Route[] {
  return [
    route(settings.getSettings, (_input, request) => readSettings(context, signedIn(request))),
    route(settings.updateProfile, ({ body }, request) => updateProfile(context, signedIn(request), body)),
    route(settings.setLocale, ({ body }, request) => setLocale(context, signedIn(request), body.locale)),
    route(settings.setAvatar, (_input, request) => setAvatar(context, request)),
    route(settings.removeAvatar, (_input, request) => removeAvatar(context, signedIn(request))),
    route(settings.changePassword, ({ body }, request) => changePassword(context, request, body)),
    route(settings.changeEmail, ({ body }, request) => changeEmail(context, request, body)),
    route(settings.cancelEmailChange, (_input, request) => cancelEmailChange(context, signedIn(request))),
    route(settings.listSessions, (_input, request) => listSessions(context, signedIn(request))),
    route(settings.endSession, ({ params }, request) => endSession(context, request, params.id)),
    route(settings.endOtherSessions, (_input, request) => endOtherSessions(context, signedIn(request))),
    route(settings.deleteAccount, ({ body }, request) => deleteAccount(context, request, body.password)),
  ];
}

/** Second factors, and proofs of identity within a session. */
export function secondFactorRoutes(context: AccountsContext): Route[] {
  return [
    route(factors.getProofWays, (_input, request) => readProofWays(context, signedIn(request))),
    route(factors.proveIdentity, ({ body }, request) => proveInSession(context, request, body)),
    route(factors.getSecondStep, (_input, request) => readSecondStep(context, request)),
    route(factors.confirmWithCode, ({ body }, request) => confirmSignInWithCode(context, request, body)),
    route(factors.getSecondFactor, (_input, request) => readSecondFactor(context, signedIn(request))),
    route(factors.startAuthenticatorApp, (_input, request) => startApp(context, request)),
    route(factors.confirmAuthenticatorApp, ({ body }, request) => confirmApp(context, request, body)),
    route(factors.removeAuthenticatorApp, (_input, request) => removeApp(context, request)),
    route(factors.makeRecoveryCodes, (_input, request) => makeNewRecoveryCodes(context, request)),
    route(factors.startPasskeyProof, (_input, request) => startPasskeyProof(context, request)),
    route(factors.proveWithPasskey, ({ body }, request) => proveWithPasskey(context, request, body)),
    route(factors.startPasskeySignIn, (_input, request) => startPasskeySignIn(context, request)),
    route(factors.signInWithPasskey, ({ body }, request) => signInWithPasskey(context, request, body)),
    route(factors.startPasskey, (_input, request) => startPasskey(context, request)),
    route(factors.addPasskey, ({ body }, request) => addPasskey(context, request, body)),
    route(factors.renamePasskey, ({ params, body }, request) => renamePasskey(context, request, params.id, body.name)),
    route(factors.removePasskey, ({ params }, request) => removePasskey(context, request, params.id)),
  ];
}

/** Linking providers to accounts. */
export function linkRoutes(context: AccountsContext): Route[] {
  return [
    route(providers.getWaitingLink, (_input, request) => readWaitingLink(context, request)),
    route(providers.mailLinkCode, (_input, request) => mailLinkCode(context, request)),
    route(providers.signInWithLinkCode, ({ body }, request) => signInWithLinkCode(context, request, body.code)),
    route(providers.completeLink, (_input, request) => completeLink(context, request)),
    route(providers.cancelLink, (_input, request) => cancelLink(context, request)),
    route(providers.startLink, ({ body }, request) => startLink(context, request, body.providerId)),
    route(providers.unlinkIdentity, ({ params }, request) => unlinkIdentity(context, signedIn(request), params.id)),
  ];
}
