import type { Message } from '#contract/chat.ts';
import type { JoinedRoom, RoomRules } from '#contract/socket-events.ts';
import { asAppError } from '#web/data/call.ts';
import {
  askChat,
  chatStatus,
  NotConnected,
  onChat,
  onChatStatus,
  openChatSocket,
  tellChat,
} from '#web/data/chat-socket.ts';
import { logFailure } from '#web/data/log.ts';
import { eventsOf } from './channel.ts';
import type { Room } from './room.ts';

/** What came before this has surely come: between nodes messages may change places, by milliseconds. */
const settlesMs = 2000;
const againMs = 3000;
/** When a mute ends is the server's clock, which may differ from this one. */
const muteAskedMs = { atLeast: 5000, atMost: 3_600_000 };

type Rules = Pick<RoomRules, 'slowModeSeconds' | 'muted'>;

const nameOf = ({ displayName, username }: { displayName: string | null; username: string }) => displayName || username;

function obeying(joined: JoinedRoom, { slowModeSeconds, muted }: Rules): JoinedRoom {
  return {
    ...joined,
    slowModeSeconds: slowModeSeconds ?? joined.slowModeSeconds,
    // Rooms with rules are for everybody: nothing else keeps anybody from writing there.
    ...(muted === undefined ? {} : { muted, canSend: muted === null }),
  };
}

/** Keeps a room joined, and up to date, for as long as somebody looks at it. */
class RoomLink {
  readonly #room: Room;
  readonly #stops: (() => void)[] = [];
  readonly #settling = new Set<ReturnType<typeof setTimeout>>();
  #ended = false;
  #joining = false;
  /** What was told since the room was last asked how things stand. */
  #told: Rules[] = [];
  #muteEnds: ReturnType<typeof setTimeout> | undefined;

  constructor(room: Room) {
    this.#room = room;
    room.askAgain = () => void this.#askAgain();
    this.#stops.push(
      onChat('message_received', (message) => room.channel.kind === 'conversation' && this.#hear(message)),
      onChat('room_message_received', (message) => room.channel.kind !== 'conversation' && this.#hear(message)),
      onChat('reply_received', ({ parentReplyCount, ...message }) => {
        if (message.roomId !== room.roomId || !message.parentMessageId) return;
        room.countReplies(message.parentMessageId, parentReplyCount);
      }),
      onChat('message_deleted', ({ messageId, deletedReplies, parentMessageId, parentReplyCount, roomId }) => {
        if (roomId !== room.roomId) return;
        for (const id of [...deletedReplies, messageId]) room.remove(id);
        if (parentMessageId && parentReplyCount !== null) room.countReplies(parentMessageId, parentReplyCount);
        room.changed();
      }),
      onChat('message_changed', (message) => {
        if (message.roomId === room.roomId) room.change(message);
      }),
      onChat('reaction_updated', (reaction) => {
        // Mine is here before the server has heard of it.
        if (reaction.roomId !== room.roomId || reaction.userId === room.me) return;
        room.reactions.hear(reaction);
        room.tree.touch(reaction.messageId);
        room.changed();
      }),
      onChat('user_typing', (who) => who.conversationId === room.roomId && room.typists.start(who.userId, nameOf(who))),
      onChat('user_stopped_typing', (who) => who.conversationId === room.roomId && room.typists.stop(who.userId)),
      onChat('room_user_typing', (who) => who.roomId === room.roomId && room.typists.start(who.userId, nameOf(who))),
      onChat('room_user_stop_typing', (who) => who.roomId === room.roomId && room.typists.stop(who.userId)),
      onChat('room_rules', ({ roomId, ...rules }) => roomId === room.roomId && this.#hearRules(rules)),
      onChatStatus(() => (chatStatus() === 'connected' ? void this.join() : this.#lose())),
    );
  }

  #hear(message: Message): void {
    const room = this.#room;
    if (message.roomId !== room.roomId) return;
    room.hear(message);
    const timer = setTimeout(() => {
      this.#settling.delete(timer);
      room.settledSeq = Math.max(room.settledSeq, message.seq);
    }, settlesMs);
    this.#settling.add(timer);
  }

  #hearRules(rules: Rules): void {
    this.#told.push(rules);
    const { joined } = this.#room;
    if (!joined) return;
    this.#stand(obeying(joined, rules));
    this.#room.changed();
  }

  #ask(roomId: string): Promise<JoinedRoom> {
    const [event, payload] = eventsOf(this.#room.channel, roomId).join;
    this.#told = [];
    return askChat<JoinedRoom>(event, payload);
  }

  /** As the server says, and as it has said since, in whichever order both came. */
  #enter(joined: JoinedRoom): void {
    this.#stand(this.#told.reduce(obeying, joined));
  }

  #stand(joined: JoinedRoom): void {
    this.#room.joined = joined;
    clearTimeout(this.#muteEnds);
    const until = joined.muted?.until;
    if (!until) return;
    const inMs = Math.min(Math.max(Date.parse(until) - Date.now(), muteAskedMs.atLeast), muteAskedMs.atMost);
    this.#muteEnds = setTimeout(() => void this.#askAgain(), inMs);
  }

  #lose(): void {
    for (const timer of this.#settling) clearTimeout(timer);
    this.#settling.clear();
    clearTimeout(this.#muteEnds);
    this.#room.joined = undefined;
    this.#room.typists.clear();
    this.#room.changed();
  }

  #mayJoin(): boolean {
    const isHere = !this.#ended && this.#room.phase === 'ready' && chatStatus() === 'connected';
    return isHere && !this.#joining && this.#room.joined === undefined;
  }

  /** Joins, catches up with what was missed, and sends what could not be sent. */
  join = async () => {
    const room = this.#room;
    if (!room.roomId || !this.#mayJoin()) return;
    this.#joining = true;
    try {
      const joined = await this.#ask(room.roomId);
      if (this.#ended) return;
      if (joined.lastSeq > room.settledSeq) await room.catchUp();
      this.#enter(joined);
      for (const pending of room.outbox.items) if (pending.state === 'sending') void room.transmit(pending);
    } catch (error) {
      if (!(error instanceof NotConnected)) logFailure('the room could not be joined', error);
      const hopeless = !(error instanceof NotConnected) && [400, 401, 403, 404].includes(asAppError(error).status);
      if (!hopeless && !this.#ended) setTimeout(() => void this.join(), againMs);
    } finally {
      this.#joining = false;
      room.changed();
    }
  };

  async #askAgain(): Promise<void> {
    const room = this.#room;
    if (!room.roomId || !room.joined) return;
    try {
      const joined = await this.#ask(room.roomId);
      if (room.joined) this.#enter(joined);
      room.changed();
    } catch (error) {
      if (!(error instanceof NotConnected)) logFailure('how the room stands is not known', error);
    }
  }

  end(): void {
    this.#ended = true;
    this.#room.askAgain = () => undefined;
    for (const stop of this.#stops) stop();
    if (this.#room.joined && this.#room.roomId) {
      const [event, payload] = eventsOf(this.#room.channel, this.#room.roomId).leave;
      tellChat(event, payload);
    }
    this.#lose();
    this.#room.leave();
  }
}

const tellLost = (error: unknown) => logFailure('newer messages could not be loaded', error);

/** For visitors, and whoever was signed out elsewhere: there is no connection, but what was said meanwhile is there when they come back to the page. */
function followFromAfar(room: Room): () => void {
  const look = () => {
    if (room.me && chatStatus() !== 'refused') return;
    if (!document.hidden && room.phase === 'ready') room.catchUp().catch(tellLost);
  };
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** From an effect of whoever shows the room; returns how to stop. */
export function linkRoom(room: Room): () => void {
  const ready = async () => {
    if (room.phase !== 'ready') return room.load();
    if (!room.hasReactions) room.loadReactions();
    if (!room.me) await room.catchUp().catch(tellLost);
  };
  if (!room.me) {
    void ready();
    return followFromAfar(room);
  }
  openChatSocket();
  const link = new RoomLink(room);
  const stopFollowing = followFromAfar(room);
  void ready().then(link.join);
  // After a failure the person presses Retry; what is read then is joined.
  let { phase } = room;
  const unwatch = room.subscribe(() => {
    const isReadyNow = room.phase === 'ready' && phase !== 'ready';
    phase = room.phase;
    if (isReadyNow) void link.join();
  });
  return () => {
    unwatch();
    stopFollowing();
    link.end();
  };
}
