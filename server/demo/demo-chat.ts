import type { ChatContext } from '#server/chat/chat-context.ts';
import { openChat } from '#server/chat/open-chat.ts';
import { openDirectConversation } from '#server/chat/open-direct-conversation.ts';
import { openPoolConversation } from '#server/chat/open-pool-conversation.ts';
import { sendMessage } from '#server/chat/send-message.ts';
import type { SocketPerson } from '#server/platform/live/sockets.ts';
import type { Platform } from '#server/platform/platform.ts';
import chat from './chat.json' with { type: 'json' };
import type { DemoPeople } from './demo-people.ts';
import type { StagedPool } from './demo-pools.ts';

/** The author and text of a message, followed by its replies, the oldest first. */
type Thread = [by: string, text: string, ...replies: [by: string, text: string][]];

interface DemoChat {
  /** By the room's name. */
  rooms: Record<string, Thread[]>;
  /** By the pool's title. */
  pools: Record<string, Thread[]>;
  direct: { between: [string, string]; lines: [by: string, text: string][] }[];
}

/** Edit chat.json to change the demo's chat. */
const { rooms, pools, direct } = chat as unknown as DemoChat;

/** Sends the demo's chat messages in rooms, pools and direct conversations. */
export async function fillDemoChat(context: Platform, people: DemoPeople, staged: StagedPool[]): Promise<void> {
  const chat = openChat(context);
  const byName = new Map(
    [people.fan, ...people.fans, ...people.creators.values()].map((actor) => [actor.username, actor]),
  );
  const personOf = (username: string): SocketPerson => {
    const actor = byName.get(username);
    if (!actor) throw new Error(`the demo has no person named ${username}`);
    return { actor, ageVerified: true };
  };
  for (const [roomId, threads] of Object.entries(rooms)) await talk(chat, roomId, threads, personOf);
  for (const { id, demo } of staged) {
    const threads = pools[demo.title];
    const [first] = threads ?? [];
    if (!threads || !first) continue;
    const { conversationId } = await openPoolConversation(chat, personOf(first[0]), id);
    await talk(chat, conversationId, threads, personOf);
  }
  for (const { between, lines } of direct) {
    const [one, other] = [personOf(between[0]), personOf(between[1])];
    const { id } = await openDirectConversation(chat, one, other.actor.userId);
    for (const [by, content] of lines)
      await sendMessage(chat, personOf(by), { roomId: id, as: 'conversation', content });
  }
}

async function talk(
  context: ChatContext,
  roomId: string,
  threads: Thread[],
  personOf: (username: string) => SocketPerson,
): Promise<void> {
  for (const [by, content, ...replies] of threads) {
    const { id: parentMessageId } = await sendMessage(context, personOf(by), { roomId, as: 'room', content });
    for (const [who, answer] of replies) {
      await sendMessage(context, personOf(who), { roomId, as: 'room', content: answer, parentMessageId });
    }
  }
}
