import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { isEmail } from '#contract/values/is-email.ts';
import { tidyAddress, tidyLine } from '#contract/values/tidy-text.ts';
import { deleteEmailTokens } from '#server/accounts/email-tokens.sql.ts';
import { googleLinkedEmail, googleWelcomeEmail } from '#server/accounts/emails.ts';
import { deleteIdentities, findIdentityUser, insertIdentity } from '#server/accounts/identities.sql.ts';
import { isReservedName } from '#server/accounts/reserved-names.ts';
import { endSessions } from '#server/accounts/sessions/end-sessions.ts';
import { suggestUsername } from '#server/accounts/usernames.ts';
import { insertUser, lockUserByEmail, replaceUnverifiedOwner, type UserRow } from '#server/accounts/users.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { GooglePerson } from './google-provider.ts';

/**
 * Finds, links or creates the account of a person who signed in with Google. Issuer and subject identify the person. The email
 * links only to an account without another subject: an email can change hands, and its next owner must not get the account.
 * An attacker may have registered an account with an unconfirmed email and waited for its owner. The owner gets it without the
 * attacker's password, sessions, links and identities. Throws google_other_account, google_failed, conflict.
 */
export async function linkGooglePerson(context: InTransaction<Platform>, tx: Tx, given: GooglePerson): Promise<string> {
  const person = { ...given, email: tidyAddress(given.email) };
  const linkedUser = await findIdentityUser(tx, person);
  if (linkedUser) return linkedUser;
  // Google proved the mailbox as it spells it, and not the one without the characters that no one sees.
  if (!isEmail(person.email) || localPartOf(given.email) !== localPartOf(person.email)) throw appError('google_failed');
  const user = await lockUserByEmail(tx, person.email);
  // A concurrent sign-in of the same person may have created or linked the account since the first lookup.
  const linked = user ? await findIdentityUser(tx, person) : null;
  if (linked) return linked;
  const userId = user ? await joinAccount(context, tx, user, person) : await makeAccount(context, tx, person);
  if (!(await insertIdentity(tx, userId, person))) throw appError('google_other_account');
  return userId;
}

const localPartOf = (email: string) => email.slice(0, email.lastIndexOf('@')).normalize('NFC').trim();

async function joinAccount(
  context: InTransaction<Platform>,
  tx: Tx,
  user: UserRow,
  person: GooglePerson,
): Promise<string> {
  const confirmed = user.emailVerifiedAt !== null;
  if (!confirmed) {
    await replaceUnverifiedOwner(tx, user.id);
    await deleteEmailTokens(tx, user.id);
    await deleteIdentities(tx, user.id);
    await endSessions(context, tx, user.id);
  }
  await context.mail.send(tx, {
    ...googleLinkedEmail(context.config, user.username, !confirmed),
    to: user.email,
    messageId: `google-linked-${user.id}-${Buffer.from(person.subject).toString('hex').slice(0, 40)}`,
  });
  return user.id;
}

async function makeAccount(context: InTransaction<Platform>, tx: Tx, person: GooglePerson): Promise<string> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const user = await insertUser(tx, {
      email: person.email,
      username: suggestUsername(person.email, attempt),
      passwordHash: null,
      displayName: displayName(context, person.name),
      emailVerified: true,
    });
    if (!user) continue;
    await context.facts.publish(tx, 'user.registered', { userId: user.id, signUp: true });
    const content = googleWelcomeEmail(context.config, user.username);
    await context.mail.send(tx, { ...content, to: user.email, messageId: `welcome-${user.id}` });
    return user.id;
  }
  // Ten usernames in a row were taken, or another request has just registered the email.
  throw appError('conflict');
}

function displayName({ config }: InTransaction<Platform>, given: string | null): string | null {
  const name = tidyLine([...tidyLine(given ?? '')].slice(0, limits.displayNameMax).join(''));
  return name === '' || isReservedName(config, name) ? null : name;
}
