import { limits } from '#contract/limits.ts';
import { logFailure } from '#web/data/log.ts';

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
  const old = localStorage.getItem(oldKey);
  if (old === null || localStorage.getItem(keyOf(poolId, userId)) !== null) return;
  localStorage.setItem(keyOf(poolId, userId), old);
  localStorage.removeItem(oldKey);
}

/** The draft stored in this browser, or an empty one. */
export function loadDelivery(poolId: string, userId: string | undefined): DeliveryDraft {
  try {
    if (userId) moveOldDraft(poolId, userId);
    const kept = localStorage.getItem(keyOf(poolId, userId));
    return kept === null ? emptyDelivery : { ...emptyDelivery, ...(JSON.parse(kept) as Partial<DeliveryDraft>) };
  } catch (error) {
    logFailure('reading the delivery draft from local storage failed', error);
    return emptyDelivery;
  }
}

export function saveDelivery(poolId: string, userId: string | undefined, draft: DeliveryDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(poolId, userId));
    else localStorage.setItem(keyOf(poolId, userId), JSON.stringify(draft));
  } catch (error) {
    logFailure('storing the delivery draft failed', error);
  }
}

export const filledLinks = ({ links }: DeliveryDraft) => links.map((link) => link.trim()).filter(Boolean);

const address = /^https?:\/\/[^\s]+$/i;

export interface DeliveryFaults {
  nothing?: string;
  links?: Record<number, string>;
}

/** Validates a draft by the contract's rules, with its messages. */
export function faultsOfDelivery(draft: DeliveryDraft, fileCount: number): DeliveryFaults {
  const faults: DeliveryFaults = {};
  const wrong = draft.links.flatMap((link, index) => {
    const text = link.trim();
    return text !== '' && (!address.test(text) || text.length > 1000) ? [index] : [];
  });
  if (wrong.length > 0) {
    const message = 'Please enter valid URLs (must start with http:// or https://)';
    faults.links = Object.fromEntries(wrong.map((index) => [index, message]));
  }
  if (fileCount === 0 && draft.text.trim() === '' && filledLinks(draft).length === 0) {
    faults.nothing = 'Add at least one file, text or link.';
  }
  return faults;
}

export const deliveryLimits = {
  note: limits.deliveryNote,
  text: limits.deliveryText,
  links: limits.deliveryLinks,
} as const;
