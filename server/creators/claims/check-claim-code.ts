import type { ClaimCheck } from '#contract/claims.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import {
  findCreatorByOwner,
  findCreatorByUsername,
  lockNextOwner,
  lockProfile,
} from '#server/creators/creators.sql.ts';
import type {} from '#server/creators/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { codesOf, pagesOf } from './claim-code.ts';
import { type ClaimCodeRow, countClaimCheck, findClaimCode, takeClaimCode } from './claim-codes.sql.ts';
import { findOpenClaimId, insertCreatorClaim } from './claims.sql.ts';
import { decideCreatorClaim } from './decide-creator-claim.ts';
import type { createPageSearch } from './find-code-on-pages.ts';

const expired = () => appError('claim_code_expired');

/**
 * Looks for the person's code on the profile's linked pages and, if one shows it, makes the person the owner as an approved claim does.
 * Throws `not_found`, `forbidden` (unconfirmed email address), `claim_code_expired`, `creator_has_owner`, `profile_exists`,
 * `rate_limited`, `unavailable`.
 */
export async function checkClaimCode(
  context: MoneyContext,
  searchPages: ReturnType<typeof createPageSearch>,
  actor: Actor,
  { username, ip }: { username: string; ip: string },
): Promise<ClaimCheck> {
  if (!actor.emailVerified) throw appError('forbidden', { message: 'Confirm your email address first.' });
  const { sql } = context.db;
  const profile = await findCreatorByUsername(sql, username);
  if (!profile) throw appError('not_found', { message: 'There is no creator of that name.' });
  if (profile.ownerId) throw appError('creator_has_owner');
  const row = await findClaimCode(sql, { profileId: profile.id, userId: actor.userId });
  if (!row) throw expired();
  // The limit per profile keeps many accounts from flooding its pages with requests.
  await context.limits.limiter('check-claim-code', { points: 12, perMs: 60 * 60_000 }).consume(actor.userId);
  await context.limits.limiter('check-claimed-pages', { points: 60, perMs: 60 * 60_000 }).consume(profile.id);
  const counted = await countClaimCheck(sql, { id: row.id, most: limits.claimCode.checks });
  if (!counted) throw tooManyChecks(row);
  const current = new Set(pagesOf(profile));
  const pages = await searchPages(
    counted.pages.filter((page) => current.has(page)),
    await codesOf(context, row.id),
  );
  const page = pages.find(({ outcome }) => outcome === 'found')?.url;
  const checksLeft = Math.max(0, limits.claimCode.checks - counted.checks);
  if (page) await context.db.tx((tx) => takeOver(context, tx, actor, { code: counted, page, ip }));
  return { claimed: page !== undefined, pages, checksLeft };
}

const tooManyChecks = ({ expiresAt }: ClaimCodeRow) => {
  const message =
    'You have used all checks of this code. Ask an admin instead, or get a new code once this one expires.';
  const retryAfterS = Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 1000));
  return appError('rate_limited', { message, retryAfterS });
};

/** Decides under the lock of the profile: of two people whose codes were found at once, the first becomes the owner. */
async function takeOver(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { userId }: Actor,
  { code, page, ip }: { code: ClaimCodeRow; page: string; ip: string },
): Promise<void> {
  const { id, profileId } = code;
  await lockNextOwner(tx, userId);
  const locked = await lockProfile(tx, profileId);
  if (!locked) throw appError('not_found', { message: 'There is no creator of that name.' });
  if (locked.ownerId) throw appError('creator_has_owner');
  if (await findCreatorByOwner(tx, userId)) throw appError('profile_exists');
  if (!(await takeClaimCode(tx, id))) throw expired();
  const open = await findOpenClaimId(tx, { profileId, userId });
  const made = { profileId, userId, message: 'Claimed with a code on a linked page.', proofUrl: page };
  const claimId = open ?? (await insertCreatorClaim(tx, made));
  if (!claimId) throw appError('conflict');
  await decideCreatorClaim(context, tx, { id: claimId, status: 'approved', reason: null, adminId: null });
  await context.facts.publish(tx, 'creator.claimed_by_code', { claimId, profileId, userId, page, ip });
}
