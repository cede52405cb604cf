import type { ChatContext } from '#server/chat/chat-context.ts';
import { openChat } from '#server/chat/open-chat.ts';
import { openDirectConversation } from '#server/chat/open-direct-conversation.ts';
import { openPoolConversation } from '#server/chat/open-pool-conversation.ts';
import { sendMessage } from '#server/chat/send-message.ts';
import { toggleReaction } from '#server/chat/toggle-reaction.ts';
import type { SocketPerson } from '#server/platform/live/socket-module.ts';
import type { Platform } from '#server/platform/platform.ts';
import chat from './chat.json' with { type: 'json' };
import { everyone, selectPeople } from './demo-activity.ts';
import { type StagedPool, share } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

import { mapConcurrently } from './map-concurrently.ts';
import poolChats from './pool-chats.json' with { type: 'json' };

/** The author and text of a message, followed by its replies, the oldest first. */
type Thread = [by: string, text: string, ...replies: [by: string, text: string][]];

interface DemoChat {
  /** By the room's name. */
  rooms: Record<string, Thread[]>;
  direct: { between: [string, string]; lines: [by: string, text: string][] }[];
}

/** Edit chat.json to change the demo's chat in rooms and direct conversations. */
const { rooms, direct } = chat as unknown as DemoChat;
/** By the pool's title. Edit pool-chats.json to change them. */
const demoPoolChats = poolChats as unknown as Record<string, Thread[]>;

const maxConcurrent = 4;
const shareWithReactions = 0.3;

type PersonOf = (username: string) => SocketPerson;

/** Sends the demo's chat messages in rooms, pools and direct conversations. */
export async function fillDemoChat(context: Platform, people: DemoPeople, staged: StagedPool[]): Promise<void> {
  const chat = openChat(context);
  const byName = new Map(everyone(people).map((actor) => [actor.username, actor]));
  const personOf: PersonOf = (username) => {
    const actor = byName.get(username);
    if (!actor) throw new Error(`the demo has no person named ${username}`);
    return { actor, seesAdult: true };
  };
  await mapConcurrently(Object.entries(rooms), maxConcurrent, ([roomId, threads]) =>
    talk(chat, { roomId, threads, people, personOf }),
  );
  await mapConcurrently(staged, maxConcurrent, async ({ id, demo }) => {
    const threads = demoPoolChats[demo.title];
    const [first] = threads ?? [];
    if (!threads || !first) return;
    const { conversationId: roomId } = await openPoolConversation(chat, personOf(first[0]), id);
    await talk(chat, { roomId, threads, people, personOf });
  });
  for (const { between, lines } of direct) {
    const [one, other] = [personOf(between[0]), personOf(between[1])];
    const { id } = await openDirectConversation(chat, one, other.actor.userId);
    for (const [by, content] of lines)
      await sendMessage(chat, personOf(by), { roomId: id, as: 'conversation', content });
  }
}

interface Talk {
  roomId: string;
  threads: Thread[];
  people: DemoPeople;
  personOf: PersonOf;
}

async function talk(context: ChatContext, { roomId, threads, people, personOf }: Talk): Promise<void> {
  for (const [by, content, ...replies] of threads) {
    const { id: parentMessageId } = await sendMessage(context, personOf(by), { roomId, as: 'room', content });
    await react(context, people, { id: parentMessageId, by, content });
    for (const [who, answer] of replies) {
      await sendMessage(context, personOf(who), { roomId, as: 'room', content: answer, parentMessageId });
    }
  }
}

/** Some messages get reactions from one to four people. */
async function react(
  context: ChatContext,
  people: DemoPeople,
  { id, by, content }: { id: string; by: string; content: string },
): Promise<void> {
  if (share(`reactions to ${content}`) > shareWithReactions) return;
  const emoji = (['👍', '❤️', '🙏'] as const)[Math.floor(share(`emoji for ${content}`) * 3)] ?? '👍';
  const others = everyone(people).filter(({ username }) => username !== by);
  for (const actor of selectPeople(others, 1 + Math.floor(share(content) * 4), content)) {
    await toggleReaction(context, { actor, seesAdult: true }, { id, emoji, isPrivate: false });
  }
}
