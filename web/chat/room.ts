import { listMessageReplies } from '#contract/calls/chat.ts';
import type { Message, MessagePage } from '#contract/chat/chat.ts';
import type { JoinedRoom } from '#contract/chat/socket-events.ts';
import { limits, type ReactionEmoji } from '#contract/limits.ts';
import { MessageTree } from '#web/chat/messages/message-tree.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { type Channel, channelKey, type InitialPage, isFor, isThreaded, readMessages } from './channel.ts';
import { Outbox, type Pending } from './outbox.ts';
import { pause } from './pause.ts';
import { Reactions } from './reactions.ts';
import { ReadsUnderWay } from './reads-under-way.ts';
import { TypingUsers } from './typing-users.ts';

/** If more pages than this are missing, the room reloads its newest page instead; also if the server says so. */
const catchUpPages = 20;
const reactionsWithinMs = 500;
/** Without live events, reactions are stale after this time (specification 9, "Cache times"). */
const reactionsFreshMs = 30_000;
/** The number of newest chunks to keep of a room that is no longer on screen. */
const keptChunks = 20;

/** The client state of one chat: loaded and received messages, unsent messages, reactions and typing. */
export class Room {
  readonly channel: Channel;
  readonly key: string;
  /** Id of the signed-in person; null for visitors. */
  readonly me: string | null;
  readonly threaded: boolean;
  readonly outbox = new Outbox();
  readonly reactions = new Reactions();
  readonly typists = new TypingUsers(() => this.changed());
  tree: MessageTree;
  roomId: string | undefined;
  phase: 'loading' | 'failed' | 'ready' = 'loading';
  error: unknown;
  hasOlder = false;
  /** When the reactions were last read, as Unix time in milliseconds; 0 if some were missed since, undefined before the first read. */
  reactionsReadAt: number | undefined;
  older: 'idle' | 'loading' | 'failed' = 'idle';
  /** The server's answer to the join; undefined while not joined. */
  joined: JoinedRoom | undefined;
  /** The first unseen message; the "New messages" divider is above it. */
  firstNew: string | undefined;
  /** The message that the URL linked to, while it is highlighted. */
  highlighted: string | undefined;
  /** The number of messages from others that arrived out of sight. */
  unseen = 0;
  /** The number of edits of messages for this person, while the room is open, and of those reported as read. */
  readonly editsForMe = { count: 0, reported: 0 };
  /** Set by the room's connection. */
  isOnScreen = false;
  /** Whether the person sees the newest message. */
  watched = true;
  /** Every message up to this sequence number is loaded or deliberately left out. A catch-up asks for later ones. */
  settledSeq = 0;
  /** The highest sequence number read or received. */
  latestSeq = 0;
  /** A reload has replaced received messages and could not read them again. Live messages do not settle until a catch-up has. */
  #isBehind = false;
  readonly #reads = new ReadsUnderWay();
  readonly #toggled = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #version = 0;
  /** Asks the server again for the state of the room, such as mutes and slow mode. Set by the room's connection. */
  refreshState: () => void = () => undefined;

  constructor(channel: Channel, me: string | null, first?: InitialPage) {
    this.channel = channel;
    this.key = channelKey(channel);
    this.me = me;
    this.threaded = isThreaded(channel);
    this.tree = new MessageTree(!this.threaded);
    if (channel.kind === 'category') this.roomId = channel.name;
    if (channel.kind === 'conversation') this.roomId = channel.id;
    if (!first) return;
    this.#begin(first.page);
    if (first.reactions) this.reactions.setAll(first.reactions);
    if (first.reactions) this.reactionsReadAt = Date.now();
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  version = () => this.#version;

  changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #begin(page: MessagePage): void {
    this.tree = new MessageTree(!this.threaded);
    this.tree.addPage(page.messages);
    this.hasOlder = page.hasMore;
    this.settledSeq = page.lastSeq;
    this.latestSeq = page.lastSeq;
    this.roomId ??= page.roomId;
    this.phase = 'ready';
  }

  /** Loads the reactions and waits at most half a second for them. */
  readReactionsSoon(messages: readonly Message[]): Promise<unknown> {
    return Promise.race([this.#readReactions(messages), pause(reactionsWithinMs)]);
  }

  #readReactions(messages: readonly Message[]): Promise<void> {
    const ids = messages.filter(({ kind }) => kind === 'text').map(({ id }) => id);
    return this.reactions.load(ids, (found) => {
      const drawn = found.filter((id) => this.tree.messages.has(id));
      for (const id of drawn) this.tree.touch(id);
      if (drawn.length > 0) this.changed();
    });
  }

  /** Runs a read that adds messages. */
  keepChanges = (read: () => Promise<unknown>): Promise<void> => this.#reads.run(read);

  /** Loads the newest page; also the retry after a failure. */
  load = async () => {
    const isReload = this.phase !== 'loading';
    this.phase = 'loading';
    this.changed();
    try {
      await this.keepChanges(async () => {
        const page = await readMessages(this.channel);
        // Show messages and reactions together, so that nothing moves afterwards.
        await this.readReactionsSoon(page.messages);
        this.#begin(page);
      });
      this.reactionsReadAt = Date.now();
      // Events that arrived during a reload changed the tree that this page has replaced.
      if (isReload) {
        await this.keepChanges(() => this.#readMissed()).catch((error: unknown) => {
          this.#isBehind = true;
          logFailure('could not catch up after a reload', error);
        });
      }
    } catch (error) {
      this.phase = 'failed';
      this.error = error;
    }
    this.changed();
  };

  /** Loads the reactions of the newest messages, unless they are fresh. */
  refreshReactions(): void {
    if (Date.now() - (this.reactionsReadAt ?? 0) < reactionsFreshMs) return;
    this.reactionsReadAt = Date.now();
    const newestFirst = [...this.tree.messages.values()].sort((a, b) => b.seq - a.seq);
    void this.#readReactions(newestFirst.slice(0, limits.chat.reactionBatch));
  }

  /** Reads the messages, deletions and changes since `settledSeq`, without gaps or duplicates. */
  async catchUp(): Promise<void> {
    let isComplete = false;
    await this.keepChanges(async () => {
      isComplete = await this.#readMissed();
    });
    if (!isComplete) await this.load();
  }

  /** A catch-up; false if too much is missing. */
  async #readMissed(): Promise<boolean> {
    const since = this.settledSeq;
    // Live messages arrive while this reads, so `settledSeq` may pass messages that are still missing.
    let after = since;
    const replyCounts = new Map<string, number>();
    for (let pages = 0; pages < catchUpPages; pages += 1) {
      const page = await readMessages(this.channel, { after });
      if (page.needsReload) return false;
      this.#applyMissed(page, since);
      for (const { id, replyCount } of page.parents ?? []) replyCounts.set(id, replyCount);
      // The counts include replies of later pages.
      if (!page.hasMore) for (const [id, replyCount] of replyCounts) this.tree.update(id, { replyCount });
      after = page.lastSeq;
      this.settledSeq = Math.max(this.settledSeq, after);
      this.changed();
      void this.#readReactions(page.messages);
      if (page.hasMore) continue;
      this.#isBehind = false;
      return true;
    }
    return false;
  }

  #applyMissed({ deleted, messages, changed = [] }: MessagePage, since: number): void {
    for (const id of deleted) this.remove(id);
    for (const message of messages) this.receive(message, since);
    this.change(changed);
  }

  /**
   * Adds a message from the socket, or with `since` one that a catch-up from that sequence number has read. A catch-up does not report
   * the reply counts of older messages, so this method increments them.
   */
  receive(message: Message, since?: number): void {
    const { id, senderId, parentMessageId } = message;
    this.latestSeq = Math.max(this.latestSeq, message.seq);
    // The socket keeps the order, so a joined room has every message before this one.
    if (since === undefined && this.joined && !this.#isBehind) this.settledSeq = Math.max(this.settledSeq, message.seq);
    const isNew = !this.tree.messages.has(id);
    const mine = senderId !== null && senderId === this.me;
    // A known message may be read again, and the person may have sent the same text twice.
    const pending = mine && isNew ? this.outbox.match(message) : undefined;
    if (pending) this.confirm(pending, message);
    else this.tree.add(message);
    if (senderId) this.typists.stop(senderId);
    const parent = parentMessageId ? this.tree.messages.get(parentMessageId) : undefined;
    if (since !== undefined && isNew && parent && parent.seq <= since) {
      this.tree.update(parent.id, { replyCount: parent.replyCount + 1 });
    }
    if (!mine && isNew && !this.watched && this.tree.messages.has(id)) {
      this.firstNew ??= this.tree.rootOf(id);
      this.unseen += 1;
    }
    this.changed();
  }

  /** Call it when the room leaves the screen. Drops older chunks; a returning person starts at the end. */
  leave(): void {
    if (this.older !== 'loading' && this.tree.keepNewest(keptChunks)) this.hasOlder = true;
  }

  countReplies(parentId: string, replyCount: number): void {
    this.#reads.apply(() => this.tree.update(parentId, { replyCount }));
    this.changed();
  }

  change(messages: readonly Message[]): void {
    this.editsForMe.count += messages.filter((message) => isFor(this.me, message)).length;
    for (const message of messages) this.#reads.apply(() => this.tree.replace(message));
    this.changed();
  }

  remove(id: string): void {
    if (this.firstNew === id) this.firstNew = undefined;
    this.#reads.apply(() => this.tree.remove(id));
  }

  /** Puts the divider above the last `count` top-level messages from others. */
  markUnread(count: number): void {
    if (count === 0) return;
    const roots = this.tree.chunks.flatMap((chunk) => chunk.roots);
    const others = roots.filter((id) => this.tree.messages.get(id)?.senderId !== this.me);
    this.firstNew = others[Math.max(0, others.length - count)];
  }

  /** Sets whether the person sees the newest message. Seeing it clears the count of unseen messages. */
  watch(watched: boolean): void {
    if (watched === this.watched && (!watched || this.unseen === 0)) return;
    this.watched = watched;
    if (watched) this.unseen = 0;
    this.changed();
  }

  isOpen = (id: string) => this.#toggled.has(id) === this.threaded;

  /** Opens or closes a thread. Opening loads missing replies. */
  toggleThread = async (id: string, open = !this.isOpen(id)) => {
    if (open === this.threaded) this.#toggled.add(id);
    else this.#toggled.delete(id);
    this.tree.touch(id);
    this.changed();
    const message = this.tree.messages.get(id);
    if (!open || !message || this.tree.childrenOf(id).length >= message.replyCount) return;
    try {
      await this.keepChanges(() => this.#readReplies(id));
    } catch (error) {
      logFailure('could not load the replies of a message', error);
      this.#toggled.delete(id);
      this.tree.touch(id);
    }
    this.changed();
  };

  async #readReplies(id: string): Promise<void> {
    for (let page = 1, more = true; more; page += 1) {
      const { replies, hasMore } = await call(listMessageReplies, { params: { id }, query: { page } });
      for (const reply of replies) this.tree.add(reply);
      void this.#readReactions(replies);
      more = hasMore;
    }
    this.tree.finishThread(id);
  }

  react = (id: string, emoji: ReactionEmoji) => {
    if (!this.me) return;
    const isPrivate = this.channel.kind === 'conversation' && this.channel.type === 'direct';
    void this.reactions.toggle(id, emoji, this.me, isPrivate, () => {
      this.tree.touch(id);
      this.changed();
    });
  };

  /** Replaces a pending message with the stored one. */
  confirm({ nonce }: Pending, message: Message): void {
    this.outbox.drop(nonce);
    this.tree.add(message);
    if (message.parentMessageId) this.tree.touch(message.parentMessageId);
  }
}
