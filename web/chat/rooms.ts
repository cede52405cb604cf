import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { chatStatus, onChatStatus } from '#web/data/chat-socket.ts';
import { type Channel, channelKey, type InitialPage } from './channel.ts';
import { Room } from './room.ts';
import { linkRoom } from './room-link.ts';

/** The rooms opened in this visit, so that going back shows them as they were. Client only: `roomOf` skips it on the server. */
const rooms = new Map<string, Room>();
const keptRooms = 20;

function roomOf(channel: Channel, me: string | null, first: InitialPage | undefined): Room {
  // Each server-rendered page has a room of its own, so that no request sees the messages of another.
  if (import.meta.env.SSR) return new Room(channel, me, first);
  const key = `${me} ${channel.kind} ${channelKey(channel)}`;
  const room = rooms.get(key) ?? new Room(channel, me, first);
  rooms.delete(key);
  rooms.set(key, room);
  const [oldest] = rooms.keys();
  if (rooms.size > keptRooms && oldest) rooms.delete(oldest);
  return room;
}

/** The room as it is now, joined for as long as the component stands. */
export function useRoom(channel: Channel, user: string | null, first?: InitialPage): Room {
  const key = channelKey(channel);
  // Signed out elsewhere, they read on where they are.
  const known = useRef(user);
  known.current = user ?? known.current;
  const me = known.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which room it is; the first page only begins it
  const room = useMemo(() => roomOf(channel, me, first), [channel.kind, key, me]);
  useSyncExternalStore(room.subscribe, room.version, room.version);
  useEffect(() => linkRoom(room), [room]);
  return room;
}

export function useChatStatus() {
  return useSyncExternalStore(onChatStatus, chatStatus, () => 'connecting' as const);
}
