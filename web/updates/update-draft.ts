import type { UpdateAudience } from '#contract/updates.ts';
import { newRequestKey } from '#web/data/new-request-key.ts';
import { readStoredDraft, storeDraft } from '#web/data/stored-draft.ts';
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
export const loadUpdateDraft = (poolId: string, userId: string) => readStoredDraft(keyOf(poolId, userId), newDraft());

/** Stores a draft, or removes the stored one if the new one is empty. */
export function saveUpdateDraft(poolId: string, userId: string, draft: UpdateDraft | undefined): void {
  const isEmpty = !draft || (draft.content === '' && draft.images.length === 0);
  storeDraft(keyOf(poolId, userId), isEmpty ? undefined : draft);
}
