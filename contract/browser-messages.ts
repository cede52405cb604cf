import { msg } from '#contract/language/text.ts';
import { generalMessages } from './app-error.ts';

/**
 * The messages of errors that the browser names itself, at a sign-in or for a picture. Apart from errors.ts, whose other texts come with
 * the server's answers: a page's catalogue has all texts of the modules that it can reach.
 */
export const browserMessages = {
  ...generalMessages,
  suspended: msg`This account is suspended. You can still sign in, read and export your data.`,
  bad_credentials: msg`Invalid username or password. Please check your credentials and try again.`,
  email_taken: msg`This email is already registered. Please use a different email or try logging in.`,
  email_unconfirmed: msg`Confirm your email first. We mailed you a link, and you can send it again.`,
  sign_in_to_confirm: msg`Sign in to the account that this link was made for, then open it again. If you didn’t create it, reset its password.`,
  username_taken: msg`This username is already taken. Please choose a different username.`,
  wrong_password: msg`That isn’t your current password.`,
  second_step_required: msg`One more step: confirm that it’s you.`,
  second_step_over: msg`This sign-in took too long. Please start again.`,
  second_factor_missing: msg`Your role needs a second step at sign-in. Set it up first.`,
  proof_required: msg`Confirm that it’s you to do this.`,
  wrong_code: msg`That code isn’t right. Each code works only once.`,
  passkey_refused: msg`That passkey didn’t work. Please try again.`,
  passkeys_unavailable: msg`Passkeys need https and a domain name, so this site can’t offer them.`,
  too_many_passkeys: msg`You have 20 passkeys, the most allowed. Remove one first.`,
  last_factor: msg`Your role needs a second step. Add another one before you remove this one.`,
  account_in_use: msg`This account can’t be deleted while money is held for it or due to it.`,
  notice_required: msg`You can’t turn off messages about your money.`,
  link_invalid: msg`This link is no longer valid. Ask for a new one.`,
  export_running: msg`A download of your data is already running. Try again when it has ended.`,
  google_not_set_up: msg`Google sign-in isn’t set up on this site.`,
  google_failed: msg`Google sign-in didn’t complete. Please try again.`,
  google_other_account: msg`The account with this email is linked to a different Google account. Nothing was changed.`,
  provider_not_set_up: msg`This site doesn’t offer that way to sign in.`,
  provider_failed: msg`That sign-in didn’t complete. Please try again.`,
  provider_other_account: msg`The account here is linked to a different account of that provider. Nothing was changed.`,
  address_unverified: msg`The provider hasn’t confirmed your email there. Confirm it with the provider, then try again.`,
  identity_taken: msg`That account already signs in to another account here. Nothing was changed.`,
  other_identity: msg`That isn’t the account you sign in with here. Nothing was changed.`,
  link_over: msg`This took too long, or is already done. Sign in with the provider again.`,
  link_elsewhere: msg`You’re signed in to a different account. Sign out, then sign in with the provider again.`,
  last_way_in: msg`You have no other way to sign in. Set a password or add a passkey first.`,
  mail_server_unavailable: msg`The mail server didn’t accept the email.`,
  image_too_large: msg`File size must be less than 5MB`,
  image_type: msg`Only PNG, JPG, and WebP files are allowed`,
};
