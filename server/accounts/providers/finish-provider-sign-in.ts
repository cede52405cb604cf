import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { paths, safeRedirect, secondStepPath } from '#contract/paths.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { type BegunSession, beginSession, setBegunCookie } from '#server/accounts/second-factor/begin-session.ts';
import { setProof } from '#server/accounts/sessions/sessions.sql.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { findUserById } from '#server/accounts/users.sql.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { offeredLocale } from '#server/platform/language/languages.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import { type Tx, violates } from '#server/platform/postgres/db.ts';
import { clearAttempt, readAttempt } from './attempt.ts';
import { findAccount, verifiedAddress } from './find-account.ts';
import { findIdentityUser } from './identities.sql.ts';
import { linkToCaller } from './link-identity.ts';
import type { Attempt, ProviderPerson, SignInProvider } from './provider.ts';
import { codeFor, findProvider } from './providers.ts';
import { setLinkCookie, storeWaitingLink } from './waiting-link.ts';

/** A completed sign-in at a provider. */
interface Visit {
  provider: SignInProvider;
  attempt: Attempt;
  person: ProviderPerson;
}

/**
 * Handles a provider's callback and returns the path to redirect to: the page that the person came from, the second step, or the page on
 * which they prove that an existing account is theirs. Throws google_not_set_up, google_failed (also if this browser did not start the
 * sign-in) or the codes of other providers, other_identity, and what `findAccount` and `linkToCaller` throw.
 */
export async function finishProviderSignIn(
  context: AccountsContext,
  request: RequestContext,
  id: string,
  query: string,
): Promise<string> {
  const provider = findProvider(context.providers, id);
  if (!provider) throw appError(codeFor(id, 'not_set_up'));
  const attempt = readAttempt(request, id);
  clearAttempt(request, id);
  if (!attempt) throw appError(codeFor(id, 'failed'));
  const person = await provider.finish(attempt, query).catch((error: unknown) => {
    // Refused consent, an expired link or an unreachable provider. The person can try again; the log has the reason.
    context.log.warn({ err: error, requestId: request.requestId, provider: id }, 'a sign-in did not complete');
    throw appError(codeFor(id, 'failed'));
  });
  const visit = { provider, attempt, person };
  return attempt.purpose === 'link' ? addToCaller(context, request, visit) : signInPerson(context, request, visit);
}

/** Adds the identity to the signed-in account. If its proof of identity has ended meanwhile, the link waits for a new one. */
async function addToCaller(context: AccountsContext, request: RequestContext, visit: Visit): Promise<string> {
  const { provider, attempt, person } = visit;
  const { actor } = request;
  if (!actor) throw appError(codeFor(provider.id, 'failed'));
  const identity = { ...person, email: verifiedAddress(provider, person) };
  if (actor.hasFreshProof) {
    await linkToCaller(context, actor, { ...provider, identity });
    return safeRedirect(attempt.redirect);
  }
  const token = await context.db.tx((tx) => wait(tx, { ...visit, person: identity }, actor.userId));
  setLinkCookie(request, token);
  return paths.linkProvider;
}

const wait = (tx: Tx, { provider, attempt, person }: Visit, userId: string): Promise<string> =>
  storeWaitingLink(tx, {
    issuer: person.issuer,
    subject: person.subject,
    email: person.email,
    userId,
    provider: provider.id,
    redirect: safeRedirect(attempt.redirect),
  });

async function signInPerson(context: AccountsContext, request: RequestContext, visit: Visit): Promise<string> {
  const outcome = await retryOnce(() => context.db.tx((tx) => decide(context, tx, request, visit)));
  // The person is not signed in yet, so these pages are in the language of the page where they began.
  const locale = offeredLocale(context.config, visit.attempt.locale);
  if ('waiting' in outcome) {
    setLinkCookie(request, outcome.waiting);
    return addressIn(locale, paths.linkProvider);
  }
  setBegunCookie(context, request, outcome);
  const target = safeRedirect(visit.attempt.redirect);
  return 'step' in outcome ? addressIn(locale, secondStepPath(target)) : target;
}

async function decide(
  context: InTransaction<AccountsContext>,
  tx: Tx,
  request: RequestContext,
  visit: Visit,
): Promise<BegunSession | { waiting: string }> {
  const { provider, attempt, person } = visit;
  if (attempt.purpose === 'prove') await requireOwnIdentity(tx, request, person);
  const locale = offeredLocale(context.config, attempt.locale);
  const found = await findAccount(context, tx, provider, { ...person, locale });
  if ('owner' in found) {
    const verified = { ...person, email: verifiedAddress(provider, person) };
    return { waiting: await wait(tx, { ...visit, person: verified }, found.owner) };
  }
  const user = await findUserById(tx, found.userId);
  if (!user) throw appError(codeFor(provider.id, 'failed'));
  const begun = await beginSession(context, tx, request, user);
  // A sign-in without a question of the provider says only that this browser has a session there. An account made now has nothing to guard.
  if ('session' in begun && !found.isNew) await setProof(tx, hashToken(begun.session), person.provenAt);
  return begun;
}

/** A person who proves who they are must not end up with another account, or make one. */
async function requireOwnIdentity(tx: Tx, { actor }: RequestContext, person: ProviderPerson): Promise<void> {
  const owner = await findIdentityUser(tx, person);
  if (!owner || (actor && actor.userId !== owner)) throw appError('other_identity');
}

async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A concurrent first sign-in created the account or the identity. The second try finds it.
    const raced = violates(error, 'identities_pkey') || (error instanceof AppError && error.code === 'conflict');
    if (raced) return work();
    throw error;
  }
}
