import { OpenState, useOpen } from './open-state.ts';

/** An address with this after its hash sign shows its page with the chat open; "#chat-{id}" goes to a message. */
export const leadsToChat = (hash: string) => /^#chat(?:-|$)/.test(hash);

/** The chat beside the page. Client only: the server always renders it closed (`useOpen`). */
const panel = new OpenState();
export const setChatOpen = panel.set;
export const useChatOpen = () => useOpen(panel);
