import * as accounts from '#contract/accounts.ts';
import * as settings from '#contract/settings.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import type { AccountsContext } from './accounts-context.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { checkUsername } from './check-username.ts';
import { deleteAccount } from './delete-account.ts';
import { endOtherSessions } from './end-other-sessions.ts';
import { endSession } from './end-session.ts';
import { forgotPassword } from './forgot-password.ts';
import { listSessions } from './list-sessions.ts';
import { readCurrentUser } from './read-current-user.ts';
import { readSettings } from './read-settings.ts';
import { readSignInOptions } from './read-sign-in-options.ts';
import { registerAccount } from './register-account.ts';
import { removeAvatar } from './remove-avatar.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { setAvatar } from './set-avatar.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { updateProfile } from './update-profile.ts';
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

/** What people change about their own account. */
export function settingsRoutes(context: AccountsContext): Route[] {
  return [
    route(settings.getSettings, (_input, request) => readSettings(context, signedIn(request))),
    route(settings.updateProfile, ({ body }, request) => updateProfile(context, signedIn(request), body)),
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
