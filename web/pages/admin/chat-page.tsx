import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { reportedMessages, roomsFound, settingsOf, wordFilter } from '#web/moderation/chat-queries.ts';
import { ChatRooms, chatFilterIn } from '#web/moderation/chat-rooms.tsx';

export const page = definePage({
  title: msg`Chat rules`,
  description: msg`Slow mode and mutes for each room, the word filter, and reported messages.`,
  canonical: paths.adminChat,
  noindex: true,
  queries: ({ url }) => {
    const { roomId, search } = chatFilterIn(url.searchParams);
    return [roomsFound(search), wordFilter, reportedMessages, ...(roomId ? [settingsOf(roomId)] : [])];
  },
});

export const Component = ChatRooms;
