import { logFailure } from '#web/data/log.ts';
import { type ApplicationFields, emptyApplication } from './application-fields.ts';

const keyOf = (userId: string) => `applicationDraft:${userId}`;

/** The draft stored in this browser, if any. */
export function loadApplication(userId: string): ApplicationFields | undefined {
  try {
    const kept = localStorage.getItem(keyOf(userId));
    return kept === null ? undefined : { ...emptyApplication, ...(JSON.parse(kept) as Partial<ApplicationFields>) };
  } catch (error) {
    logFailure('reading the draft of an application failed', error);
    return undefined;
  }
}

/** Stores a draft, or removes the stored one if the new one is empty. The person agrees to the terms again on each visit. */
export function saveApplication(userId: string, fields: Partial<ApplicationFields>): void {
  const draft = JSON.stringify({ ...emptyApplication, ...fields, agreement: false });
  try {
    if (draft === JSON.stringify(emptyApplication)) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), draft);
  } catch (error) {
    logFailure('storing the draft of an application failed', error);
  }
}
