import { providerLinkedText } from '#contract/answer-texts.ts';
import { appError } from '#contract/errors.ts';
import { inEnglish } from '#contract/language/text.ts';
import type { AccountSettings } from '#contract/settings.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { lockOwnAccount } from '#server/accounts/lock-own-account.ts';
import { deleteStepsOf } from '#server/accounts/second-factor/sign-in-steps.sql.ts';
import { deleteSessions, endProofs } from '#server/accounts/sessions/sessions.sql.ts';
import { readSettings } from '#server/accounts/settings/read-settings.ts';
import type { UserRow } from '#server/accounts/users.sql.ts';
import { type Actor, type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx, violates } from '#server/platform/postgres/db.ts';
import { deleteIdentity, findIdentityUser, hasWayIn, type Identity, insertIdentity } from './identities.sql.ts';
import { providerLinkedEmail, providerUnlinkedEmail } from './provider-emails.ts';
import { codeFor, labelOfIssuer, spellingsOf } from './providers.ts';
import { clearLinkCookie, labelOf, linkTokenOf } from './waiting-link.ts';
import { takeWaitingLink } from './waiting-links.sql.ts';

interface Link {
  /** The provider's id and name. */
  id: string;
  label: string;
  identity: Identity;
}

/**
 * Links an identity to the account of a person who has just proved that it is theirs. The caller has locked the account. Throws
 * identity_taken, google_other_account or provider_other_account, email_unconfirmed.
 */
async function linkIdentity(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  user: UserRow,
  { id, label, identity }: Link,
): Promise<void> {
  // The owner of the address may still take over the account of a stranger. The stranger must not keep a way in.
  if (!user.emailVerifiedAt) throw appError('email_unconfirmed');
  const owner = await findIdentityUser(tx, identity);
  if (owner === user.id) return;
  if (owner) throw appError('identity_taken');
  if (!(await insertIdentity(tx, user.id, identity))) throw appError(codeFor(id, 'other_account'));
  await mail.send(tx, {
    to: user,
    compose: () => providerLinkedEmail(config, user.username, { label, email: identity.email }, false),
    messageId: linkedMessageId(user.id, identity),
  });
}

/** A person may link, unlink and link again, so the id has a time. */
export const linkedMessageId = (userId: string, { subject }: Identity) =>
  `provider-linked-${userId}-${Buffer.from(subject).toString('hex').slice(0, 40)}-${Date.now()}`;

/** Someone else linked the identity between the look-up and the insertion. */
async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violates(error, 'identities_pkey')) throw appError('identity_taken');
    throw error;
  }
}

/** Links what a provider's callback has verified to the caller's account, whose fresh proof was checked. */
export const linkToCaller = ({ db, ...context }: Platform, actor: Actor, link: Link): Promise<void> =>
  orTaken(db.tx(async (tx) => linkIdentity(context, tx, await lockOwnAccount(tx, actor), link)));

/**
 * Completes the link that waits in this browser. Only its account can, with a fresh proof. Throws link_over, link_elsewhere, and what
 * `linkIdentity` throws.
 */
export async function completeLink(context: AccountsContext, request: RequestContext): Promise<{ message: string }> {
  const { db, providers } = context;
  const actor = signedIn(request);
  const { tokenHash } = linkTokenOf(request);
  const label = await orTaken(
    db.tx(async (tx) => {
      const user = await lockOwnAccount(tx, actor);
      const link = await takeWaitingLink(tx, tokenHash);
      if (!link) throw appError('link_over');
      if (link.userId !== user.id) throw appError('link_elsewhere');
      const name = labelOf(providers, link);
      await linkIdentity(context, tx, user, { id: link.provider, label: name, identity: link });
      return name;
    }),
  );
  clearLinkCookie(request);
  return { message: inEnglish(providerLinkedText(label)) };
}

/**
 * Removes a way to sign in. It may have been someone else's, so the other sessions and every proof of identity end. The lock on the account
 * makes a concurrent call see the result. Throws last_way_in, not_found.
 */
export async function unlinkIdentity(context: AccountsContext, actor: Actor, id: string): Promise<AccountSettings> {
  const { config, db, live, mail, providers } = context;
  await db.tx(async (tx) => {
    const user = await lockOwnAccount(tx, actor);
    const identity = await deleteIdentity(tx, user.id, id);
    if (!identity) throw appError('not_found');
    const offered = providers.flatMap(spellingsOf);
    if (!(await hasWayIn(tx, user.id, offered))) throw appError('last_way_in');
    await deleteStepsOf(tx, user.id);
    const ended = await deleteSessions(tx, user.id, { except: actor.sessionId });
    await endProofs(tx, user.id);
    afterCommit(tx, () => {
      for (const sessionId of ended) live.disconnectSession(sessionId);
    });
    const label = labelOfIssuer(providers, identity.issuer);
    const compose = () => providerUnlinkedEmail(config, user.username, { label, email: identity.email });
    await mail.send(tx, { to: user, compose, messageId: `provider-unlinked-${identity.id}` });
  });
  return readSettings(context, { ...actor, hasFreshProof: false });
}
