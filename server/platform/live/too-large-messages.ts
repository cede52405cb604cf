import type { Socket } from 'socket.io';

const rememberedAtMost = 10_000;
/** As ws says it. */
const isTooLarge = (description: unknown): boolean =>
  description instanceof Error && description.message.includes('Max payload size exceeded');

/**
 * A frame that is too large ends its connection before anything can be answered, so its sender is told on the next one. The function
 * that is returned watches how a new socket ends, and answers whether this person's last one ended that way.
 */
export function createTooLarge(): (socket: Socket, userId: string) => boolean {
  const untold = new Set<string>();
  return (socket, userId) => {
    socket.on('disconnect', (_reason, description: unknown) => {
      if (isTooLarge(description) && untold.size < rememberedAtMost) untold.add(userId);
    });
    return untold.delete(userId);
  };
}
