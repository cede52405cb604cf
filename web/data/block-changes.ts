import { getUnreadTotals, listConversations } from '#contract/calls/chat.ts';
import { listThanks } from '#contract/calls/delivery.ts';
import { listNotifications } from '#contract/calls/notifications.ts';
import { getUserProfile, listBlocks } from '#contract/calls/people.ts';
import { listComments, listReplies, listUpdateComments, listUpdates } from '#contract/calls/updates-and-comments.ts';

/** The calls whose answers depend on blocks, for `useRefresh`. */
export const callsAboutBlocks = [
  getUserProfile,
  listBlocks,
  listNotifications,
  listComments,
  listReplies,
  listUpdates,
  listUpdateComments,
  listThanks,
  listConversations,
  getUnreadTotals,
] as const;

const listeners = new Set<() => void>();

/**
 * Reports that the signed-in person and another one have become apart or no longer are, by a block of either of them, so that the server
 * answers with other messages.
 */
export function reportBlockChange(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener after each such change, for as long as the page is open. */
export function onBlockChange(listener: () => void): void {
  listeners.add(listener);
}
