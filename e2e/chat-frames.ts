import type { Page } from 'playwright-core';

/** How the server's answer to a new chat connection begins, as Socket.IO writes it. */
const beginnings = { accepted: '40{', refused: '44' };

/**
 * Resolves when the server accepts or refuses a chat connection of the page. Start to wait before that. The page of a signed-in person
 * loads the code of the chat last, when the browser is idle.
 */
export const chatConnection = (page: Page, answer: keyof typeof beginnings): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith(beginnings[answer]) && resolve()),
    );
  });
