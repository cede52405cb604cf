import { readStoredDraft, storeDraft } from '#web/data/stored-draft.ts';
import { type ApplicationFields, emptyApplication } from './application-fields.ts';

const keyOf = (userId: string) => `applicationDraft:${userId}`;

/** The draft stored in this browser, if any. */
export const loadApplication = (userId: string) => readStoredDraft(keyOf(userId), emptyApplication);

/** Stores a draft, or removes the stored one if the new one is empty. The person agrees to the terms again on each visit. */
export function saveApplication(userId: string, fields: Partial<ApplicationFields>): void {
  const draft = { ...emptyApplication, ...fields, agreement: false };
  const isEmpty = JSON.stringify(draft) === JSON.stringify(emptyApplication);
  storeDraft(keyOf(userId), isEmpty ? undefined : draft);
}
