import { chunkSize } from '#web/chat/messages/message-tree.ts';
import { logFailure } from '#web/data/log.ts';
import { readMessages } from './channel.ts';
import { pause } from './pause.ts';
import type { Room } from './room.ts';

/** Loads the page of messages before the oldest loaded message. */
export async function loadOlder(room: Room): Promise<void> {
  const { tree } = room;
  const before = tree.oldestRootSeq();
  if (room.older === 'loading' || !room.hasOlder || before === undefined) return;
  room.older = 'loading';
  room.changed();
  try {
    await room.keepChanges(async () => {
      const { messages, hasMore } = await readMessages(room.channel, { before });
      await room.readReactionsSoon(messages);
      // A chunk at a time, so that scrolling stays smooth. A new tree means that the room was reloaded in the meantime.
      for (let end = messages.length; end > 0 && room.tree === tree; end -= chunkSize) {
        tree.addPage(messages.slice(Math.max(0, end - chunkSize), end));
        room.changed();
        await pause(0);
      }
      if (room.tree === tree) room.hasOlder = hasMore && messages.length > 0;
    });
    room.older = 'idle';
  } catch (error) {
    room.older = 'failed';
    logFailure('could not load older messages', error);
  }
  room.changed();
}
