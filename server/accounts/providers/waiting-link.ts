import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { WaitingLink } from '#contract/providers.ts';
import type { AccountsContext } from '#server/accounts/accounts-context.ts';
import { hashToken, isToken, newToken } from '#server/accounts/tokens.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findProvider, type SignInProviders, spellingsOf } from './providers.ts';
import { deleteWaitingLink, findWaitingLink, putWaitingLink, type WaitingLinkRow } from './waiting-links.sql.ts';

/** Binds a waiting link to the browser that signed in at the provider. */
const cookie = 'provider_link';

/** Stores a link that waits for a proof of the account. Pass the token to `setLinkCookie` after the transaction commits. */
export async function storeWaitingLink(tx: Tx, link: WaitingLinkRow): Promise<string> {
  const { token, tokenHash } = newToken();
  await putWaitingLink(tx, tokenHash, link);
  return token;
}

export function setLinkCookie(request: RequestContext, token: string): void {
  // Lax, because the provider's site has navigated the browser here.
  request.cookies.set(cookie, token, { maxAgeS: limits.waitingLinkMs / 1000, sameSite: 'lax' });
}

export function clearLinkCookie(request: RequestContext): void {
  request.cookies.clear(cookie);
}

/** The token of this browser's link. Throws link_over. */
export function linkTokenOf(request: RequestContext): { token: string; tokenHash: Buffer } {
  const token = request.cookies.get(cookie);
  if (!token || !isToken(token)) throw appError('link_over');
  return { token, tokenHash: hashToken(token) };
}

/** The name of the provider of a link. Throws link_over if the site no longer offers it. */
export function labelOf(providers: SignInProviders, link: WaitingLinkRow): string {
  const provider = findProvider(providers, link.provider);
  if (!provider || !spellingsOf(provider).includes(link.issuer)) throw appError('link_over');
  return provider.label;
}

/** Reads the link that waits in this browser. Throws link_over. */
export async function readWaitingLink(
  { db, providers }: AccountsContext,
  request: RequestContext,
): Promise<WaitingLink> {
  const link = await findWaitingLink(db.sql, linkTokenOf(request).tokenHash);
  if (!link) throw appError('link_over');
  const signedInAs = request.actor ? (request.actor.userId === link.userId ? 'owner' : 'other') : 'none';
  return {
    provider: { id: link.provider, label: labelOf(providers, link) },
    email: link.email,
    account: link.account,
    signedInAs,
    redirect: link.redirect,
  };
}

/** Forgets the link that waits in this browser, if there is one. */
export async function cancelLink({ db }: Platform, request: RequestContext): Promise<{ ok: true }> {
  const token = request.cookies.get(cookie);
  if (token && isToken(token)) await deleteWaitingLink(db.sql, hashToken(token));
  clearLinkCookie(request);
  return { ok: true };
}
