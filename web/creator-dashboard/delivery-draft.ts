import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { readStoredDraft, storeDraft } from '#web/data/stored-draft.ts';

/** The parts of a delivery other than its files. */
export interface DeliveryDraft {
  note: string;
  text: string;
  links: string[];
}

export const emptyDelivery: DeliveryDraft = { note: '', text: '', links: [''] };

const keyOf = (poolId: string, userId: string | undefined) => `deliveryDraft:${userId}:${poolId}`;

/** Drafts from before November 27, 2026, have no person in their key. A pool has one creator, so the draft is theirs. */
function moveOldDraft(poolId: string, userId: string): void {
  const oldKey = `deliveryDraft:${poolId}`;
  const old = readStoredDraft(oldKey, emptyDelivery);
  if (!old || readStoredDraft(keyOf(poolId, userId), emptyDelivery)) return;
  storeDraft(keyOf(poolId, userId), old);
  storeDraft(oldKey, undefined);
}

/** The draft stored in this browser, or an empty one. */
export function loadDelivery(poolId: string, userId: string | undefined): DeliveryDraft {
  if (userId) moveOldDraft(poolId, userId);
  return readStoredDraft(keyOf(poolId, userId), emptyDelivery) ?? emptyDelivery;
}

export function saveDelivery(poolId: string, userId: string | undefined, draft: DeliveryDraft | null): void {
  storeDraft(keyOf(poolId, userId), draft ?? undefined);
}

export const filledLinks = ({ links }: DeliveryDraft) => links.map((link) => link.trim()).filter(Boolean);

const address = /^https?:\/\/[^\s]+$/i;

export interface DeliveryFaults {
  nothing?: Text;
  links?: Record<number, Text>;
}

/** Validates a draft by the contract's rules, with its messages. */
export function faultsOfDelivery(draft: DeliveryDraft, fileCount: number): DeliveryFaults {
  const faults: DeliveryFaults = {};
  const wrong = draft.links.flatMap((link, index) => {
    const text = link.trim();
    return text !== '' && (!address.test(text) || text.length > 1000) ? [index] : [];
  });
  if (wrong.length > 0) {
    const message = t`Please enter valid URLs (must start with http:// or https://)`;
    faults.links = Object.fromEntries(wrong.map((index) => [index, message]));
  }
  if (fileCount === 0 && draft.text.trim() === '' && filledLinks(draft).length === 0) {
    faults.nothing = t`Add at least one file, text or link.`;
  }
  return faults;
}

export const deliveryLimits = {
  note: limits.deliveryNote,
  text: limits.deliveryText,
  links: limits.deliveryLinks,
} as const;
