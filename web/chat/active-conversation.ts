/** The conversation that is on the screen: what comes there needs no toast, and is no news. Client only: only event handlers and effects write it. */
let active: string | undefined;

export const activeConversation = () => active;

export function setActiveConversation(id: string | undefined): void {
  active = id;
}
