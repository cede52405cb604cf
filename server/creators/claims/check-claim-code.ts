import type { ClaimCheck } from '#contract/claims.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { becomeUnverifiedCreator } from '#server/creators/become-creator.ts';
import {
  findCreatorByOwner,
  findCreatorByUsername,
  giveProfile,
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
import { storeFoundCode } from './claims.sql.ts';
import type { createPageSearch } from './find-code-on-pages.ts';
import { judgePages } from './judge-page.ts';

const expired = () => appError('claim_code_expired');

/**
 * Looks for the person's code on the profile's linked pages and, if one shows it, makes the person the owner without the check mark, or
 * sends the claim to an admin if the code on that page does not suffice. Pools from before wait for an admin in both cases. Throws `not_found`, `forbidden` (unconfirmed email address), `claim_code_expired`, `creator_has_owner`, `profile_exists`,
 * `suspended`, `rate_limited`, `unavailable`.
 */
export async function checkClaimCode(
  context: MoneyContext,
  searchPages: ReturnType<typeof createPageSearch>,
  actor: Actor,
  { username, ip }: { username: string; ip: string },
): Promise<ClaimCheck> {
  if (!actor.emailVerified) throw appError('forbidden', { message: () => t`Confirm your email address first.` });
  const { sql } = context.db;
  const profile = await findCreatorByUsername(sql, username);
  if (!profile) throw appError('not_found', { message: () => t`There is no creator of that name.` });
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
  const [first, ...others] = pages.flatMap(({ outcome, url }) => (outcome === 'found' ? [url] : []));
  const checksLeft = Math.max(0, limits.claimCode.checks - counted.checks);
  if (!first) return { claimed: false, inReview: false, pages, checksLeft };
  const found = { code: counted, pages: [first, ...others] as const, ip };
  const handedOver = await context.db.tx((tx) => useCode(context, tx, actor, found));
  return { claimed: handedOver, inReview: !handedOver, pages, checksLeft };
}

const tooManyChecks = ({ expiresAt }: ClaimCodeRow) => {
  const message = () =>
    t`You have used all checks of this code. Ask an admin instead, or get a new code once this one expires.`;
  const retryAfterS = Math.max(1, Math.ceil((expiresAt.getTime() - Date.now()) / 1000));
  return appError('rate_limited', { message, retryAfterS });
};

/**
 * Judges and decides under the lock of the profile: of two people whose codes are found at once and suffice, the first becomes the owner. A code
 * that does not suffice goes to an admin as a claim. Returns whether the profile is the person's now.
 */
async function useCode(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  { userId }: Actor,
  { code, pages, ip }: { code: ClaimCodeRow; pages: readonly [string, ...string[]]; ip: string },
): Promise<boolean> {
  const { id, profileId } = code;
  const { suspended } = await lockNextOwner(tx, userId);
  const locked = await lockProfile(tx, profileId);
  if (!locked) throw appError('not_found', { message: () => t`There is no creator of that name.` });
  if (locked.ownerId) throw appError('creator_has_owner');
  if (await findCreatorByOwner(tx, userId)) throw appError('profile_exists');
  if (suspended) throw appError('suspended');
  if (!(await takeClaimCode(tx, id))) throw expired();
  const { page, doubts } = await judgePages(context, tx, { profileId, userId, pages });
  const handedOver = doubts.length === 0;
  const claim = await storeFoundCode(tx, { profileId, userId, page, doubts, handedOver });
  if (handedOver) {
    if (!(await giveProfile(tx, { profileId, userId, claimedWith: page }))) throw appError('creator_has_owner');
    await becomeUnverifiedCreator(context, tx, { profileId, userId });
  }
  if (claim.news) {
    const found = { claimId: claim.id, profileId, userId, page, ip, doubts, handedOver };
    await context.facts.publish(tx, 'creator.code_found', found);
  }
  return handedOver;
}
