import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import type { Message } from '#contract/chat/chat.ts';
import type { SocketRefusal } from '#contract/chat/socket-events.ts';
import type { Random } from '#testing/seeded-random.ts';
import { openChatSocket, requestUntilAnswered } from './chat-socket.ts';

export interface ChatPerson {
  id: string;
  username: string;
  cookie: string;
}

/** A message as the server acknowledged it to its sender. */
export interface AcknowledgedMessage {
  nonce: string;
  content: string;
  roomId: string;
  /** Undefined if the message was deleted together with its parent before the server acknowledged it. */
  message: Message | undefined;
}

type Answer = Partial<Message> & Partial<SocketRefusal>;

const answerWithinMs = 5000;

/** Keeps writing, replying and deleting. Sends every unacknowledged message again under its nonce, to any node that is up. */
export class ChatWriter {
  readonly acknowledged: AcknowledgedMessage[] = [];
  /** Nonces of messages that the server refused to store. */
  readonly refused: string[] = [];
  readonly deleted = new Set<string>();
  readonly violations: string[] = [];
  readonly #person: ChatPerson;
  readonly #others: readonly ChatPerson[];
  readonly #lines: Socket[];
  readonly #urls: readonly string[];
  readonly #random: Random;
  #at: number;
  repeated = 0;

  constructor(person: ChatPerson, others: readonly ChatPerson[], urls: readonly string[], random: Random, at: number) {
    this.#person = person;
    this.#others = others;
    this.#urls = urls;
    this.#random = random;
    this.#at = at;
    this.#lines = urls.map((url) => openChatSocket(url, person.cookie));
  }

  get person(): ChatPerson {
    return this.#person;
  }

  async write(roomIds: readonly string[], isOver: () => boolean): Promise<void> {
    const random = this.#random;
    while (!isOver()) {
      const roomId = random.pick(roomIds);
      const theirs = this.acknowledged.filter((one) => one.roomId === roomId && one.message).slice(-5);
      const answers = theirs.length > 0 && random() < 0.2 ? random.pick(theirs).message : undefined;
      await this.#say(roomId, answers?.id ?? null);
      const mine = this.acknowledged.at(-1)?.message;
      if (mine && random() < 0.05) await this.#delete(mine.id);
      await sleep(random.between(5, 60));
    }
  }

  async #say(roomId: string, parentMessageId: string | null): Promise<void> {
    const nonce = randomUUID();
    const mention = this.#random() < 0.1 ? `@${this.#random.pick(this.#others).username} ` : '';
    const content = `${mention}Message ${nonce}`;
    const answer = await this.#send({ roomId, content, type: 'category', parentMessageId, nonce });
    const code = answer.error?.code;
    if (code === 'message_deleted') this.refused.push(nonce);
    else if (code === 'conflict') this.acknowledged.push({ nonce, content, roomId, message: undefined });
    else if (code) this.violations.push(`${nonce} was refused: ${JSON.stringify(answer.error)}`);
    else this.acknowledged.push({ nonce, content, roomId, message: answer as Message });
    if (!code && answer.content !== content) this.violations.push(`${nonce} came back as ${JSON.stringify(answer)}`);
  }

  /** Sends until a node answers, trying all nodes in turn. */
  async #send(input: object): Promise<Answer> {
    for (let tries = 0; ; tries += 1) {
      const line = this.#lines[this.#at % this.#lines.length];
      if (line?.connected) {
        if (tries > 0) this.repeated += 1;
        const answer: Answer | undefined = await line
          .timeout(answerWithinMs)
          .emitWithAck('send_room_message', input)
          .catch(() => undefined);
        if (answer && answer.error?.code !== 'unavailable') return answer;
      }
      this.#at += 1;
      await sleep(20);
    }
  }

  async #delete(id: string): Promise<void> {
    const url = this.#urls[this.#at % this.#urls.length] ?? '';
    const answer = await requestUntilAnswered(`${url}/api/messages/${id}`, this.#person.cookie, { method: 'DELETE' });
    // 404: an earlier try deleted it and its answer was lost.
    if (answer?.status === 200 || answer?.status === 404) this.deleted.add(id);
    else this.violations.push(`${id} was not deleted: ${JSON.stringify(answer)}`);
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }
}
