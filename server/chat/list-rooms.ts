import type { RoomItem } from '#contract/admin/chat-moderation.ts';
import { globalRoom, isAdultCategory } from '#contract/limits.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { listCommonRooms, listPoolRooms } from '#server/chat/moderation/settings.sql.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import type { ChatContext } from './chat-context.ts';

const poolRoomsShown = 12;

/** Lists rooms with their slow mode and mutes, for admins. Shows the titles of adult pools. */
export async function listRooms(context: ChatContext, search: string): Promise<{ rooms: RoomItem[] }> {
  const { db, config } = context;
  const [common, ofPools] = await Promise.all([listCommonRooms(db.sql), listPoolRooms(db.sql, search, poolRoomsShown)]);
  const ids = ofPools.flatMap(({ poolId }) => poolId ?? []);
  const cards = await readPoolCards(context, ids, true);
  const searchText = foldText(search);
  const named = common
    .map((room) => ({
      ...room,
      name: room.categoryName ?? globalRoom,
      path: null,
      roomId: room.categoryName ?? globalRoom,
    }))
    .filter(({ name }) => foldText(name).includes(searchText) && (config.adultContent || !isAdultCategory(name)));
  const pools = ofPools.map((room) => {
    const card = room.poolId === null ? undefined : cards.get(room.poolId);
    return { ...room, name: card?.title ?? '', path: card?.canonicalPath ?? null, roomId: room.id };
  });
  return {
    rooms: [...named, ...pools].map(({ roomId, kind, name, path, slowSeconds, mutedCount, writtenAt }) => ({
      roomId,
      kind,
      name,
      path,
      slowModeSeconds: slowSeconds,
      mutedCount,
      writtenAt: writtenAt?.toISOString() ?? null,
    })),
  };
}
