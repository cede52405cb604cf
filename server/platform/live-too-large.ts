import type { Socket } from 'socket.io';

const rememberedAtMost = 10_000;
/** As ws says it. */
const isTooLarge = (description: unknown): boolean =>
  description instanceof Error && description.message.includes('Max payload size exceeded');

/**
 * A frame that is too large ends its connection before anything can be said of it. It is said once its sender is back: `watch` hears
 * whether a connection ends so, and answers whether the last one of this person did.
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
