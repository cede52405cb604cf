import { OpenState, useOpen } from './open-state.ts';

/** Whether a URL hash opens the chat panel: "#chat", or "#chat-{id}" for one message. */
export const isChatHash = (hash: string) => /^#chat(?:-|$)/.test(hash);

/** Whether the chat panel is open. Client only: the server always renders it closed (`useOpen`). */
const panel = new OpenState();
export const setChatOpen = panel.set;
export const useChatOpen = () => useOpen(panel);
