/**
 * The conversation on screen. Its new messages need no toast and do not count as unread. Client only: only event handlers and effects
 * write it.
 */
let active: string | undefined;

export const activeConversation = () => active;

export function setActiveConversation(id: string | undefined): void {
  active = id;
}
