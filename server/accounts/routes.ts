import * as accounts from '#contract/accounts.ts';
import { type Route, route } from '#server/platform/http.ts';
import { signedIn } from '#server/platform/signed-in.ts';
import type { AccountsContext } from './accounts-context.ts';
import { checkUsername } from './check-username.ts';
import { forgotPassword } from './forgot-password.ts';
import { readCurrentUser } from './read-current-user.ts';
import { readSignInOptions } from './read-sign-in-options.ts';
import { registerAccount } from './register-account.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
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
