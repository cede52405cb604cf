import { appError } from '#contract/errors.ts';
import type { Locale } from '#contract/language/languages.ts';
import { limits } from '#contract/limits.ts';
import { isEmail } from '#contract/values/is-email.ts';
import { tidyAddress, tidyLine } from '#contract/values/tidy-text.ts';
import { emptyAccount } from '#server/accounts/empty-account.ts';
import { isReservedName } from '#server/accounts/reserved-names.ts';
import { suggestUsername } from '#server/accounts/usernames.ts';
import { insertUser, lockUserByEmail, replaceUnverifiedOwner, type UserRow } from '#server/accounts/users.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findIdentityUser, hasIdentityOf, insertIdentity } from './identities.sql.ts';
import { linkedMessageId } from './link-identity.ts';
import type { ProviderPerson, SignInProvider } from './provider.ts';
import { providerLinkedEmail, providerWelcomeEmail } from './provider-emails.ts';
import { codeFor } from './providers.ts';

type Provider = Pick<SignInProvider, 'id' | 'label'>;

/** The account of a person who signed in at a provider. */
export type FoundAccount =
  | { userId: string; isNew: boolean }
  /** The account has the person's email, and its owner must prove that it is theirs. */
  | { owner: string };

/** The address as accounts have it. Throws address_unverified, google_failed or provider_failed. */
export function verifiedAddress({ id }: Provider, given: ProviderPerson): string {
  if (!given.emailVerified) throw appError('address_unverified');
  const email = tidyAddress(given.email);
  // The provider proved the mailbox as it spells it, and not the one without the characters that no one sees.
  if (!isEmail(email) || localPartOf(given.email) !== localPartOf(email)) throw appError(codeFor(id, 'failed'));
  return email;
}

const localPartOf = (email: string) => email.slice(0, email.lastIndexOf('@')).normalize('NFC').trim();

/**
 * Finds or creates the account of a person who signed in at a provider. Issuer and subject identify the person. The email alone opens no
 * confirmed account: it can change hands, and a provider may be wrong about it. An attacker may have registered an account with an
 * unconfirmed email and waited for its owner. The owner gets it without the attacker's password, factors, sessions, links and
 * identities. A new account, and a taken over one, reads in `locale`. Throws google_other_account or provider_other_account, what `verifiedAddress` throws, conflict.
 */
export async function findAccount(
  context: InTransaction<Platform>,
  tx: Tx,
  provider: Provider,
  given: ProviderPerson & { locale: Locale },
): Promise<FoundAccount> {
  const linkedUser = await findIdentityUser(tx, given);
  if (linkedUser) return { userId: linkedUser, isNew: false };
  const person = { ...given, email: verifiedAddress(provider, given) };
  const user = await lockUserByEmail(tx, person.email);
  // A concurrent sign-in of the same person may have created or linked the account since the first lookup.
  const linked = user ? await findIdentityUser(tx, person) : null;
  if (linked) return { userId: linked, isNew: false };
  if (user?.emailVerifiedAt) {
    if (await hasIdentityOf(tx, user.id, person.issuer)) throw appError(codeFor(provider.id, 'other_account'));
    return { owner: user.id };
  }
  const userId = user
    ? await takeOver(context, tx, user, provider, person)
    : await makeAccount(context, tx, provider, person);
  if (!(await insertIdentity(tx, userId, person))) throw appError(codeFor(provider.id, 'other_account'));
  return { userId, isNew: true };
}

/** Empties the unconfirmed account of a stranger for the owner of the address. */
async function takeOver(
  context: InTransaction<Platform>,
  tx: Tx,
  user: UserRow,
  { label }: Provider,
  person: ProviderPerson & { locale: Locale },
): Promise<string> {
  const owned = await replaceUnverifiedOwner(tx, user.id, person.locale);
  await emptyAccount(context, tx, user.id);
  await context.mail.send(tx, {
    to: owned,
    compose: () => providerLinkedEmail(context.config, user.username, { label, email: person.email }, true),
    messageId: linkedMessageId(user.id, person),
  });
  return user.id;
}

async function makeAccount(
  context: InTransaction<Platform>,
  tx: Tx,
  { label }: Provider,
  person: ProviderPerson & { locale: Locale },
): Promise<string> {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const user = await insertUser(tx, {
      email: person.email,
      username: suggestUsername(person.email, attempt),
      locale: person.locale,
      passwordHash: null,
      displayName: displayName(context, person.name),
      emailVerified: true,
    });
    if (!user) continue;
    await context.facts.publish(tx, 'user.registered', { userId: user.id, signUp: true });
    const compose = () => providerWelcomeEmail(context.config, user.username, label);
    await context.mail.send(tx, { to: user, compose, messageId: `welcome-${user.id}` });
    return user.id;
  }
  // Ten usernames in a row were taken, or another request has just registered the email.
  throw appError('conflict');
}

function displayName({ config }: InTransaction<Platform>, given: string | null): string | null {
  const name = tidyLine([...tidyLine(given ?? '')].slice(0, limits.displayNameMax).join(''));
  return name === '' || isReservedName(config, name) ? null : name;
}
