import type { Message } from '#contract/chat/chat.ts';

/** Messages that are rendered together or not at all; a new object whenever one of them changes. */
export interface Chunk {
  readonly id: number;
  /** Neighboring chunks that leave the document together have the same group. */
  readonly group: number;
  /** Ids of top-level messages, oldest first. */
  readonly roots: readonly string[];
}

/** Small enough that rendering one chunk fits into a frame. */
export const chunkSize = 5;
const groupSize = 20;

/** The chunks by group, oldest first. */
export function groupChunks(chunks: readonly Chunk[]): Chunk[][] {
  const groups: Chunk[][] = [];
  for (const chunk of chunks) {
    const last = groups.at(-1);
    if (last?.[0]?.group === chunk.group) last.push(chunk);
    else groups.push([chunk]);
  }
  return groups;
}

/**
 * All loaded messages of a room, each once and in order, with their replies below them. A reply whose parent is not loaded is rejected,
 * or becomes a top-level message if the tree is `loose`.
 */
export class MessageTree {
  readonly #readThreads = new Set<string>();
  readonly messages = new Map<string, Message>();
  /** The messages that were the oldest ones before an older page arrived above them. */
  readonly pageStarts = new Set<string>();
  readonly #children = new Map<string, string[]>();
  readonly #chunkOf = new Map<string, number>();
  readonly #loose: boolean;
  #chunks: Chunk[] = [];
  #lastChunk = 0;
  #lastGroup = 0;

  constructor(loose: boolean) {
    this.#loose = loose;
  }

  get chunks(): readonly Chunk[] {
    return this.#chunks;
  }

  childrenOf(id: string): readonly string[] {
    return this.#children.get(id) ?? [];
  }

  oldestRootSeq(): number | undefined {
    const first = this.#chunks[0]?.roots[0];
    return first === undefined ? undefined : this.messages.get(first)?.seq;
  }

  newestRoot(): Message | undefined {
    const last = this.#chunks.at(-1)?.roots.at(-1);
    return last === undefined ? undefined : this.messages.get(last);
  }

  /** The top-level message of this message's thread; the message itself if it is top-level. */
  rootOf(id: string): string | undefined {
    for (let at: string | null | undefined = id; at; at = this.messages.get(at)?.parentMessageId) {
      if (this.#chunkOf.has(at)) return at;
      if (!this.messages.has(at)) return undefined;
    }
    return undefined;
  }

  /** Notes that all replies to a message have been read, as far as this person may see them. */
  finishThread(id: string): void {
    this.#readThreads.add(id);
    this.touch(id);
  }

  hasReadThread = (id: string) => this.#readThreads.has(id);

  /** Replaces the chunk of a message, so that React renders it again. */
  touch(id: string): void {
    const root = this.rootOf(id);
    if (root === undefined) return;
    const chunkId = this.#chunkOf.get(root);
    this.#chunks = this.#chunks.map((chunk) => (chunk.id === chunkId ? { ...chunk } : chunk));
  }

  /** Adds a page of history, oldest first, in new chunks, so that no rendered message moves to another chunk. */
  addPage(page: readonly Message[]): void {
    const older: string[] = [];
    const rest: Message[] = [];
    const oldest = this.oldestRootSeq() ?? Number.POSITIVE_INFINITY;
    for (const message of page) {
      if (this.messages.has(message.id)) continue;
      const isRoot = message.parentMessageId === null;
      if (isRoot && message.seq < oldest) {
        this.messages.set(message.id, message);
        older.push(message.id);
      } else rest.push(message);
    }
    const [start] = this.#chunks[0]?.roots ?? [];
    if (start && older.length > 0) this.pageStarts.add(start);
    for (let end = older.length; end > 0; end -= chunkSize) {
      this.#chunks = [this.#newChunk(older.slice(Math.max(0, end - chunkSize), end), this.#chunks[0]), ...this.#chunks];
    }
    for (const message of rest) this.add(message);
  }

  /** Adds a message. False if it was known, or if its parent is not loaded. */
  add(message: Message): boolean {
    if (this.messages.has(message.id)) return false;
    const { id, seq, parentMessageId } = message;
    if (parentMessageId !== null && this.messages.has(parentMessageId)) {
      this.messages.set(id, message);
      this.#insert(this.#siblings(parentMessageId), id, seq);
      this.touch(id);
      return true;
    }
    if (parentMessageId !== null && !this.#loose) return false;
    this.messages.set(id, message);
    this.#addRoot(id, seq);
    return true;
  }

  update(id: string, change: Partial<Message>): void {
    const known = this.messages.get(id);
    if (!known) return;
    this.messages.set(id, { ...known, ...change });
    this.touch(id);
  }

  /** Replaces a message that changed. One without pictures has no such field. */
  replace(message: Message): void {
    this.update(message.id, { images: undefined, ...message });
  }

  /** Removes a message and all replies below it. */
  remove(id: string): void {
    const known = this.messages.get(id);
    if (!known) return;
    this.touch(id);
    const chunkId = this.#chunkOf.get(id);
    this.#forget(id);
    if (chunkId === undefined) {
      const siblings = this.#children.get(known.parentMessageId ?? '');
      siblings?.splice(siblings.indexOf(id), 1);
      return;
    }
    this.#chunks = this.#chunks
      .map((chunk) => (chunk.id === chunkId ? { ...chunk, roots: chunk.roots.filter((root) => root !== id) } : chunk))
      .filter(({ roots }) => roots.length > 0);
  }

  /** Keeps only the newest chunks. True if older ones were dropped. */
  keepNewest(chunks: number): boolean {
    const [left, kept] = [this.#chunks.slice(0, -chunks), this.#chunks.slice(-chunks)];
    for (const { roots } of left) for (const id of roots) this.#forget(id);
    this.#chunks = kept;
    return left.length > 0;
  }

  /** Forgets a message and everything below it. Replies can nest thousands of levels deep, so this does not recurse. */
  #forget(id: string): void {
    const waiting = [id];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const child of this.childrenOf(at)) waiting.push(child);
      this.#children.delete(at);
      this.#chunkOf.delete(at);
      this.messages.delete(at);
    }
  }

  #siblings(parent: string): string[] {
    const known = this.#children.get(parent);
    if (known) return known;
    const made: string[] = [];
    this.#children.set(parent, made);
    return made;
  }

  #insert(ids: string[], id: string, seq: number): void {
    let at = ids.length;
    while (at > 0 && (this.messages.get(ids[at - 1] as string)?.seq ?? 0) > seq) at -= 1;
    ids.splice(at, 0, id);
  }

  /** Creates a chunk in its neighbor's group while that has room, else in a new group. */
  #newChunk(roots: readonly string[], beside: Chunk | undefined): Chunk {
    this.#lastChunk += 1;
    for (const id of roots) this.#chunkOf.set(id, this.#lastChunk);
    const isFull = this.#chunks.filter(({ group }) => group === beside?.group).length >= groupSize;
    if (!beside || isFull) this.#lastGroup += 1;
    return { id: this.#lastChunk, group: beside && !isFull ? beside.group : this.#lastGroup, roots };
  }

  #addRoot(id: string, seq: number): void {
    const last = this.#chunks.at(-1);
    const isNewest = seq > (this.newestRoot()?.seq ?? -1);
    if (!last || (isNewest && last.roots.length >= chunkSize)) {
      this.#chunks = [...this.#chunks, this.#newChunk([id], last)];
      return;
    }
    const firstSeq = ({ roots }: Chunk) => this.messages.get(roots[0] as string)?.seq ?? 0;
    const home = this.#chunks.findLast((chunk) => firstSeq(chunk) <= seq) ?? (this.#chunks[0] as Chunk);
    const roots = [...home.roots];
    this.#insert(roots, id, seq);
    this.#chunkOf.set(id, home.id);
    this.#chunks = this.#chunks.map((chunk) => (chunk === home ? { ...chunk, roots } : chunk));
  }
}
