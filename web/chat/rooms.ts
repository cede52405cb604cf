import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { onBlockChange } from '#web/data/block-changes.ts';
import { chatStatus, onChatStatus } from '#web/data/chat-socket.ts';
import { type Channel, channelKey, type InitialPage } from './channel.ts';
import { Room } from './room.ts';
import { connectRoom } from './room-connection.ts';

/** The rooms opened in this tab, kept so that going back shows them unchanged. Client only: `roomOf` skips it on the server. */
const rooms = new Map<string, Room>();
const keptRooms = 20;

function roomOf(channel: Channel, me: string | null, first: InitialPage | undefined): Room {
  // Each server-rendered page has its own room, so that no request sees the messages of another.
  if (import.meta.env.SSR) return new Room(channel, me, first);
  const key = `${me} ${channel.kind} ${channelKey(channel)}`;
  const room = rooms.get(key) ?? new Room(channel, me, first);
  rooms.delete(key);
  rooms.set(key, room);
  const [oldest] = rooms.keys();
  if (rooms.size > keptRooms && oldest) rooms.delete(oldest);
  return room;
}

/** The server omits messages that a block hides. Rooms off the screen keep their unsent messages and load when they return to it. */
function reloadRooms(): void {
  for (const room of rooms.values()) {
    if (room.isOnScreen) {
      void room.load();
      // A block also ends the right to write to the person.
      room.refreshState();
    } else room.phase = 'loading';
  }
}

if (!import.meta.env.SSR) onBlockChange(reloadRooms);

/** Returns the room of a channel, keeps it connected while the component is mounted, and re-renders on changes. */
export function useRoom(channel: Channel, user: string | null, first?: InitialPage): Room {
  const key = channelKey(channel);
  // After a sign-out elsewhere, the person keeps reading in the same room.
  const known = useRef(user);
  known.current = user ?? known.current;
  const me = known.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the room; the first page is only its initial data
  const room = useMemo(() => roomOf(channel, me, first), [channel.kind, key, me]);
  useSyncExternalStore(room.subscribe, room.version, room.version);
  useEffect(() => connectRoom(room), [room]);
  return room;
}

export function useChatStatus() {
  return useSyncExternalStore(onChatStatus, chatStatus, () => 'connecting' as const);
}
