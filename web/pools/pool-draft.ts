import type { CurrentUser } from '#contract/accounts.ts';
import type { Category, CreatorSummary } from '#contract/creators.ts';
import { limits } from '#contract/limits.ts';
import type { PoolCard, PoolForm } from '#contract/pools.ts';
import { logFailure } from '#web/data/log.ts';

/** A stored picture; the first of a draft is the main one. */
export interface DraftImage {
  id: string;
  url: string;
}

/** What someone has written of a pool so far. */
export interface PoolDraft {
  title: string;
  description: string;
  goalCents: number | null;
  /** A day as the browser's date field has it; empty for the default. */
  day: string;
  categories: string[];
  creator: CreatorSummary | null;
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

const keyOf = (userId: string) => `poolDraft:${userId}`;

/** A creator alone is no draft: it comes with the link that led here. */
export const isEmptyDraft = (draft: PoolDraft) =>
  JSON.stringify({ ...draft, creator: null }) === JSON.stringify(emptyDraft);

/** The draft this browser kept; undefined without one. */
export function loadDraft(userId: string): PoolDraft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId));
    return kept === null ? undefined : { ...emptyDraft, ...(JSON.parse(kept) as Partial<PoolDraft>) };
  } catch (error) {
    logFailure('the draft could not be read', error);
    return undefined;
  }
}

/** Keeps a draft, or forgets it when there is nothing in it. */
export function saveDraft(userId: string, draft: PoolDraft): void {
  try {
    if (isEmptyDraft(draft)) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch (error) {
    logFailure('the draft is not kept', error);
  }
}

const dayMs = 24 * 60 * 60_000;
const pad = (value: number) => String(value).padStart(2, '0');

/** The day so many days from now, in the person's own time zone. */
export function dayAfter(days: number, now = new Date()): string {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** How many days lie between now and a day; NaN for no day. */
export function daysUntil(day: string, now = new Date()): number {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return Number.NaN;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return Math.round((Date.UTC(year, month - 1, date) - today) / dayMs);
}

/** At the same time of that day as now, so that "in 90 days" is exactly that. */
function deadlineOf(day: string): string | undefined {
  const days = daysUntil(day);
  return Number.isNaN(days) ? undefined : new Date(Date.now() + days * dayMs).toISOString();
}

/** The draft as the contract's form. An amount that is none becomes one that the form refuses. */
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

/** What is wrong with the chosen day; the server has the last word. */
export function dayFault(day: string): string | undefined {
  const days = daysUntil(day);
  const { min, max } = limits.fundingDays;
  return day !== '' && !(days >= min && days <= max) ? `Choose a day ${min} to ${max} days from now` : undefined;
}

/** The card that the draft would be. */
export function previewOf(draft: PoolDraft, user: CurrentUser, categories: readonly Category[]): PoolCard {
  const chosen = draft.categories.flatMap((name) => categories.find((category) => category.name === name) ?? []);
  const now = new Date().toISOString();
  return {
    id: user.id,
    title: draft.title.trim() || 'Your title',
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
