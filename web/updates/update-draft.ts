import type { UpdateAudience } from '#contract/updates.ts';
import { logFailure } from '#web/data/log.ts';
import { newRequestKey } from '#web/data/new-request-key.ts';
import type { DraftImage } from '#web/pictures/use-image-uploads.ts';

/** An update that is not posted yet. */
export interface UpdateDraft {
  content: string;
  audience: UpdateAudience;
  images: DraftImage[];
  /** Stays the same until the server has stored the update, so that trying again posts it once. */
  requestKey: string;
}

export const newDraft = (): UpdateDraft => ({
  content: '',
  audience: 'everyone',
  images: [],
  requestKey: newRequestKey(),
});

const keyOf = (poolId: string, userId: string) => `updateDraft:${userId}:${poolId}`;

/** The draft stored in this browser, if any. */
export function loadUpdateDraft(poolId: string, userId: string): UpdateDraft | undefined {
  try {
    const kept = localStorage.getItem(keyOf(poolId, userId));
    return kept === null ? undefined : { ...newDraft(), ...(JSON.parse(kept) as Partial<UpdateDraft>) };
  } catch (error) {
    logFailure('reading the draft of an update from local storage failed', error);
    return undefined;
  }
}

/** Stores a draft, or removes the stored one if the new one is empty. */
export function saveUpdateDraft(poolId: string, userId: string, draft: UpdateDraft | undefined): void {
  try {
    if (!draft || (draft.content === '' && draft.images.length === 0)) localStorage.removeItem(keyOf(poolId, userId));
    else localStorage.setItem(keyOf(poolId, userId), JSON.stringify(draft));
  } catch (error) {
    logFailure('storing the draft of an update failed', error);
  }
}
