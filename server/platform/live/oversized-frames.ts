import type { Socket } from 'socket.io';

const maxRemembered = 10_000;
/** The error message of ws. */
const isTooLarge = (description: unknown): boolean =>
  description instanceof Error && description.message.includes('Max payload size exceeded');

/**
 * A frame that is too large ends its connection before the server can answer, so the sender is told on the next connection. Returns a
 * function that watches a new socket, and returns whether this person's previous socket ended because of an oversized frame.
 */
export function watchOversizedFrames(): (socket: Socket, userId: string) => boolean {
  const unreported = new Set<string>();
  return (socket, userId) => {
    socket.on('disconnect', (_reason, description: unknown) => {
      if (isTooLarge(description) && unreported.size < maxRemembered) unreported.add(userId);
    });
    return unreported.delete(userId);
  };
}
