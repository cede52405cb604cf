import type { z } from 'zod';
import type { UserSummary } from '#contract/accounts.ts';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import type { PledgePermissions, PledgeView } from '#contract/pledges/pledge-view.ts';
import type { poolClocks } from '#contract/pools/pool-clocks.ts';
import { canonicalPoolPath } from '#contract/pools/pool-path.ts';
import type { Pool, PoolCard, PoolStatus, PoolTerms } from '#contract/pools/pools.ts';
import { percentage } from '#contract/values/money.ts';
import type { Categories } from '#server/creators/categories.ts';
import { maskAdultCreator, maskAdultPerson } from '#server/creators/creator.ts';
import { imageUrl } from '#server/media/image-url.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { isAssignedCreator, isOwner } from './policy.ts';
import type { PoolRow } from './pool.ts';
import type { CardRow } from './pool-card-rows.ts';
import type { EventJson, FanJson, PageRow, PledgeJson } from './pool-page.sql.ts';
import { hasEnough, isWaitingForAccount } from './pool-state.ts';

/** `seesAdult`: whether adult creators are visible to the viewer. A pool that is not adult is visible even if its creator is not. */
export function poolCardOf(row: CardRow, categories: Categories, seesAdult: boolean): PoolCard {
  const images = row.imageKeys?.split(',').map(imageUrl) ?? [];
  const target = profileOf(row, categories);
  const profile = target && !seesAdult ? maskAdultCreator(target) : target;
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    description: row.description,
    status: row.status,
    frozen: row.frozen,
    adult: row.adult,
    fundingGoal: row.goalCents,
    currentAmount: row.paidCents,
    pledgedAmount: row.pledgedCents,
    pledgedPercentage: percentage(row.pledgedCents, row.goalCents),
    paidPercentage: percentage(row.paidCents, row.goalCents),
    fanCount: row.fanCount,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    isHighlighted: row.isHighlighted,
    imageUrl: images[0] ?? null,
    images: images.map((mediaUrl, index) => ({ mediaUrl, isPrimary: index === 0 })),
    categories: poolCategoriesOf(row.categoryIds, categories),
    createdAt: row.createdAt.toISOString(),
    deadline: row.deadline.toISOString(),
    canonicalPath: canonicalPoolPath(row),
    creator: ownerOf(row, seesAdult),
    targetCreator: profile,
    creatorProfile: profile,
    creatorProfileId: row.creatorProfileId,
    assignedCreator: assignedOf(row, seesAdult),
  };
}

export function poolCategoriesOf(ids: readonly number[], categories: Categories): PoolCard['categories'] {
  return ids.flatMap((id) => {
    const category = categories.byId.get(id);
    return category ? [{ category: { name: category.name, icon: category.icon } }] : [];
  });
}

function ownerOf(row: CardRow, seesAdult: boolean): UserSummary {
  const { ownerId: id, ownerUsername: username, ownerName: displayName, ownerAvatar: avatarUrl } = row;
  return maskAdultPerson({ id, username, displayName, avatarUrl }, { adult: row.ownerAdult, seesAdult });
}

function assignedOf(row: CardRow, seesAdult: boolean): UserSummary | null {
  const {
    assignedCreatorId: id,
    assignedUsername: username,
    assignedName: displayName,
    assignedAvatar: avatarUrl,
  } = row;
  if (!id || !username) return null;
  return maskAdultPerson({ id, username, displayName, avatarUrl }, { adult: row.assignedAdult === true, seesAdult });
}

function fansOf({ recentFans }: PageRow, seesAdult: boolean): UserSummary[] {
  const fans = JSON.parse(recentFans) as FanJson[];
  return fans.map(({ adult, ...fan }) => maskAdultPerson(fan, { adult, seesAdult }));
}

function profileOf(row: CardRow, categories: Categories): CreatorSummary | null {
  if (!row.creatorProfileId || !row.profileUsername) return null;
  return {
    id: row.creatorProfileId,
    username: row.profileUsername,
    displayName: row.profileName,
    avatarUrl: row.profileAvatar,
    status: row.profileStatus,
    category: row.profileCategoryId === null ? null : (categories.byId.get(row.profileCategoryId)?.name ?? null),
    followerCount: row.profileFollowers,
  };
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null;
const isoText = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString());

export function clocksOf(
  row: Pick<
    PoolRow,
    | 'status'
    | 'goalCents'
    | 'pledgedCents'
    | 'floorCents'
    | 'atCurrentAmount'
    | 'responseDueAt'
    | 'accountDueAt'
    | 'accountPausedAt'
    | 'paymentDueAt'
    | 'shortfallDueAt'
    | 'deliveryDueAt'
    | 'quietUntil'
  >,
): z.infer<typeof poolClocks> {
  const waitEnd = iso(isWaitingForAccount(row) ? row.accountDueAt : null);
  const isReady = hasEnough(row);
  return {
    responseDueAt: iso(row.responseDueAt),
    accountDueAt: isReady ? waitEnd : null,
    startDueAt: isReady ? null : waitEnd,
    paymentDueAt: iso(row.paymentDueAt),
    shortfallDueAt: iso(row.shortfallDueAt),
    deliveryDueAt: iso(row.deliveryDueAt),
    quietUntil: iso(row.quietUntil),
  };
}

/** The stored contract card in the order in which it was hashed, because PostgreSQL reorders JSON fields. */
export function termsOf(terms: PoolTerms | null): PoolTerms | null {
  if (!terms) return null;
  const {
    poolId,
    goalCents,
    floorCents,
    atCurrentAmount,
    pledgedCents,
    deliveryDays,
    feePercent,
    acceptedAt,
    acceptedBy,
    hash,
  } = terms;
  return {
    poolId,
    goalCents,
    floorCents,
    atCurrentAmount,
    pledgedCents,
    deliveryDays,
    feePercent,
    acceptedAt,
    acceptedBy,
    hash,
  };
}

export function poolOf(
  row: PageRow,
  categories: Categories,
  { actor, seesAdult }: Pick<RequestContext, 'actor' | 'seesAdult'>,
  rules: Pick<Pool, 'language' | 'fundable' | 'adultGate' | 'can' | 'pledgeRefusal' | 'claim'>,
  canWith: (pledge: PledgeJson) => PledgePermissions,
): Pool {
  const card = poolCardOf(row, categories, seesAdult);
  const assigned = isAssignedCreator(actor, row);
  return {
    ...card,
    titleWithHash: `${row.titleSlug}-${row.urlHash}`,
    isOwner: isOwner(actor, row),
    isAssignedCreator: assigned,
    isLiked: row.isLiked,
    isSaved: row.isSaved,
    getsNews: row.getsNews,
    updateCount: row.updateCount,
    myPledge: myPledgeOf(row, card, canWith),
    hasAccess: row.hasAccess || assigned || actor?.role === 'admin',
    ...rules,
    contentMark: row.contentMark,
    creatorSuspended: row.creatorSuspended,
    allowsLatePledges: row.allowLatePledges && !row.deliveryWithheld && !row.creatorSuspended,
    endReason: row.endReason,
    endedAt: iso(row.endedAt),
    terms: termsOf(row.terms),
    clocks: clocksOf(row),
    recentFans: fansOf(row, seesAdult),
    atEnd: row.atEnd === null ? null : (JSON.parse(row.atEnd) as Pool['atEnd']),
    events: (JSON.parse(row.events) as EventJson[]).map(({ from, to, at, reason }) => ({
      from,
      to,
      at: new Date(at).toISOString(),
      reason,
    })),
  };
}

/** Whether the money went to the creator. A pool that is removed before that refunds everyone. */
const isPaidOut = (status: PoolStatus) => status === 'completed' || status === 'removed';

function myPledgeOf(
  row: PageRow,
  card: PoolCard,
  canWith: (pledge: PledgeJson) => PledgePermissions,
): PledgeView | null {
  if (!row.myPledge) return null;
  const json = JSON.parse(row.myPledge) as PledgeJson;
  const { due: _, overdue: __, ...pledge } = json;
  return {
    ...pledge,
    can: canWith(json),
    poolId: card.id,
    poolTitle: card.title,
    poolPath: card.canonicalPath,
    poolStatus: card.status,
    adult: row.adult,
    amount: pledge.amountCents,
    poolCompleted: isPaidOut(card.status),
    objectUntil: card.status === 'delivered' ? iso(row.quietUntil) : null,
    createdAt: new Date(pledge.createdAt).toISOString(),
    dueAt: isoText(pledge.dueAt),
    paidAt: isoText(pledge.paidAt),
    refundedAt: isoText(pledge.refundedAt),
    refundedCents: pledge.refundedCents,
  };
}
