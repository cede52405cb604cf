import type { CurrentUser } from '#contract/accounts.ts';
import type { Category, CreatorSummary } from '#contract/creators/creators.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Pool, PoolCard, PoolForm } from '#contract/pools/pools.ts';
import { readStoredDraft, storeDraft } from '#web/data/stored-draft.ts';
import type { DraftImage } from '#web/pictures/use-image-uploads.ts';

/** A pool form that is not submitted yet. */
export interface PoolDraft {
  title: string;
  description: string;
  goalCents: number | null;
  /** The deadline as YYYY-MM-DD, in the format of a date input; empty for the default. */
  day: string;
  categories: string[];
  creator: CreatorSummary | null;
  /** The first one is the main one. */
  images: DraftImage[];
}

export const emptyDraft: PoolDraft = {
  title: '',
  description: '',
  goalCents: null,
  day: '',
  categories: [],
  creator: null,
  images: [],
};

/** A draft with what a pool asked for. Its deadline has passed, and its pictures stay with it. */
export const draftFrom = (pool: Pool): PoolDraft => ({
  ...emptyDraft,
  title: pool.title,
  description: pool.description,
  goalCents: pool.fundingGoal,
  categories: pool.categories.map(({ category }) => category.name),
  creator: pool.targetCreator,
});

const keyOf = (userId: string) => `poolDraft:${userId}`;

/** Ignores the creator, because a link to the form can set it. */
export const isEmptyDraft = (draft: PoolDraft) =>
  JSON.stringify({ ...draft, creator: null }) === JSON.stringify(emptyDraft);

/** The draft stored in this browser, if any. */
export const loadDraft = (userId: string) => readStoredDraft(keyOf(userId), emptyDraft);

/** Stores a draft, or removes the stored draft if the new one is empty. */
export function saveDraft(userId: string, draft: PoolDraft): void {
  storeDraft(keyOf(userId), isEmptyDraft(draft) ? undefined : draft);
}

const dayMs = 24 * 60 * 60_000;
const pad = (value: number) => String(value).padStart(2, '0');

/** The date `days` days from now as YYYY-MM-DD, in the browser's time zone. */
export function dayAfter(days: number, now = new Date()): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The number of days from now until a date; NaN for an empty one. */
export function daysUntil(day: string, now = new Date()): number {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return Number.NaN;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year, month - 1, date) - today) / dayMs);
}

/**
 * The moment on a picked day, as an ISO time: the current time of day in the browser's zone, also after clocks change. If the limits
 * allow it, the moment is on the same day in UTC, because the site prints days in UTC.
 */
export function deadlineOf(day: string, now = new Date()): string | undefined {
  if (Number.isNaN(daysUntil(day, now))) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const local = new Date(year, month - 1, date, now.getHours(), now.getMinutes(), now.getSeconds()).getTime();
  const utcDay = Date.UTC(year, month - 1, date);
  const sameDay = Math.min(Math.max(local, utcDay), utcDay + dayMs - 60_000);
  const days = (sameDay - now.getTime()) / dayMs;
  const { min, max } = limits.fundingDays;
  return new Date(days >= min && days <= max ? sameDay : local).toISOString();
}

/** The draft as the contract's form. A missing goal becomes 0, which the form rejects. */
export function formOf(draft: PoolDraft): PoolForm {
  return {
    title: draft.title,
    description: draft.description,
    fundingGoal: draft.goalCents ?? 0,
    deadline: deadlineOf(draft.day),
    categories: draft.categories,
    creatorProfileId: draft.creator?.id ?? null,
    imageIds: draft.images.map(({ id }) => id),
  };
}

/** The error message for a deadline, if any. The server checks again. */
export function dayFault(day: string): Text | undefined {
  const days = daysUntil(day);
  const { min, max } = limits.fundingDays;
  return day !== '' && !(days >= min && days <= max)
    ? t`Choose a day ${{ least: min }} to ${plural({ most: max }, { one: '# day', other: '# days' })} from now`
    : undefined;
}

/** The draft as pool card data, for the preview. */
export function previewOf(draft: PoolDraft, user: CurrentUser, categories: readonly Category[]): PoolCard {
  const chosen = draft.categories.flatMap((name) => categories.find((category) => category.name === name) ?? []);
  const now = new Date().toISOString();
  return {
    id: user.id,
    title: draft.title.trim() || t`Your title`,
    slug: '',
    description: draft.description,
    status: 'open',
    frozen: false,
    adult: false,
    fundingGoal: draft.goalCents ?? 0,
    currentAmount: 0,
    pledgedAmount: 0,
    pledgedPercentage: 0,
    paidPercentage: 0,
    fanCount: 0,
    likeCount: 0,
    commentCount: 0,
    isHighlighted: false,
    imageUrl: draft.images[0]?.url ?? null,
    images: [],
    categories: chosen.map(({ name, icon }) => ({ category: { name, icon } })),
    createdAt: now,
    deadline: deadlineOf(draft.day) ?? new Date(Date.now() + limits.fundingDays.default * dayMs).toISOString(),
    canonicalPath: '',
    creator: user,
    targetCreator: draft.creator,
    creatorProfile: draft.creator,
    creatorProfileId: draft.creator?.id ?? null,
    assignedCreator: null,
  };
}
