import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Message, MessagePage } from '#contract/chat/chat.ts';
import type { JoinedRoom, MessageDeleted, SocketRefusal } from '#contract/chat/socket-events.ts';
import { openChatSocket, requestUntilAnswered } from './chat-socket.ts';

/** The state of one room in a reader's window. */
interface Shown {
  messages: Map<string, Message>;
  deleted: Set<string>;
  /** The reader has read everything up to this sequence number over HTTP. */
  settledSeq: number;
  /** The highest sequence number received over the socket. */
  heardSeq: number;
}

/** A chat window that stays with one node. It receives broadcasts; after each reconnect it joins its rooms again and catches up. */
export class ChatReader {
  readonly violations: string[] = [];
  readonly #url: string;
  readonly #cookie: string;
  readonly #line: Socket;
  readonly #rooms: Map<string, Shown>;
  #over = false;
  /** Broadcasts received: all, those after a higher sequence number, and those received before. */
  heard = 0;
  late = 0;
  twice = 0;
  joins = 0;

  constructor(url: string, cookie: string, roomIds: readonly string[]) {
    this.#url = url;
    this.#cookie = cookie;
    this.#rooms = new Map(
      roomIds.map((id) => [id, { messages: new Map(), deleted: new Set(), settledSeq: 0, heardSeq: 0 }]),
    );
    this.#line = openChatSocket(url, cookie);
    this.#line.on('connect', () => void this.#comeIn(this.#line.id));
    this.#line.on('room_message_received', (message: Message) => this.#hear(message));
    this.#line.on('message_deleted', ({ messageId, deletedReplies, roomId }: MessageDeleted) => {
      for (const id of [messageId, ...deletedReplies]) this.#remove(this.#shown(roomId), id);
    });
  }

  /** The ids of the messages on screen, from top to bottom. */
  order(roomId: string): string[] {
    const messages = [...this.#shown(roomId).messages.values()];
    return messages.sort((a, b) => a.seq - b.seq).map(({ id }) => id);
  }

  /** Reads everything after the last read over HTTP. */
  async catchUp(roomId: string): Promise<void> {
    const view = this.#shown(roomId);
    for (let more = true; more; ) {
      const url = `${this.#url}/api/categories/${roomId}/messages?limit=100&after=${view.settledSeq}`;
      const answer = await requestUntilAnswered(url, this.#cookie, { isOver: () => this.#over });
      if (!answer) return;
      const page = answer.body as MessagePage;
      for (const message of page.messages) this.#show(view, message);
      for (const id of page.deleted) this.#remove(view, id);
      view.settledSeq = page.lastSeq;
      more = page.hasMore;
    }
  }

  close(): void {
    this.#over = true;
    this.#line.close();
  }

  async #comeIn(connection: string | undefined): Promise<void> {
    const isOver = () => this.#over || this.#line.id !== connection;
    for (const roomId of this.#rooms.keys()) {
      this.#shown(roomId).heardSeq = 0;
      while (!isOver()) {
        const answer: (JoinedRoom & Partial<SocketRefusal>) | undefined = await this.#line
          .timeout(5000)
          .emitWithAck('join_room', roomId)
          .catch(() => undefined);
        if (answer?.ok) break;
        await sleep(100);
      }
      if (isOver()) return;
      this.joins += 1;
      await this.catchUp(roomId);
    }
  }

  #hear(message: Message): void {
    const view = this.#shown(message.roomId);
    this.heard += 1;
    if (message.seq < view.heardSeq) this.late += 1;
    view.heardSeq = Math.max(view.heardSeq, message.seq);
    if (view.messages.has(message.id)) this.twice += 1;
    this.#show(view, message);
  }

  #show({ messages, deleted }: Shown, message: Message): void {
    const existing = messages.get(message.id);
    if (existing && (existing.seq !== message.seq || existing.content !== message.content)) {
      this.violations.push(`${message.id} was ${JSON.stringify(existing)} and is ${JSON.stringify(message)}`);
    }
    if (!deleted.has(message.id)) messages.set(message.id, message);
  }

  #remove({ messages, deleted }: Shown, id: string): void {
    messages.delete(id);
    deleted.add(id);
  }

  #shown(roomId: string): Shown {
    const view = this.#rooms.get(roomId);
    if (!view) throw new Error(`room ${roomId} was not joined`);
    return view;
  }
}
