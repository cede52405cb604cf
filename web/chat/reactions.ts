import { listReactions, togglePrivateReaction, toggleReaction } from '#contract/calls/chat.ts';
import type { ReactionGroup } from '#contract/chat/reactions.ts';
import type { ReactionEvent } from '#contract/chat/socket-events.ts';
import { type ReactionEmoji, reactionEmojis } from '#contract/limits.ts';
import { call, load } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';

const batchSize = 200;
const order = (emoji: ReactionEmoji) => reactionEmojis.indexOf(emoji);

type Change = Pick<ReactionEvent, 'messageId' | 'emoji' | 'userId' | 'action'>;

/** The groups after one person's reaction was added or removed. */
export function withReaction(
  groups: readonly ReactionGroup[],
  { emoji, userId, action }: Omit<Change, 'messageId'>,
): ReactionGroup[] {
  const known = groups.find((group) => group.emoji === emoji);
  const others = (known?.userIds ?? []).filter((id) => id !== userId);
  const userIds = action === 'added' ? [...others, userId] : others;
  const rest = groups.filter((group) => group.emoji !== emoji);
  if (userIds.length === 0) return rest;
  return [...rest, { emoji, userIds, count: userIds.length }].sort((a, b) => order(a.emoji) - order(b.emoji));
}

/** The reactions of a room, by message. */
export class Reactions {
  readonly #groups = new Map<string, readonly ReactionGroup[]>();
  /** The number of this tab's toggles under way, by message. */
  readonly #toggling = new Map<string, number>();
  /** For each load under way, the changes since it began, which its answer may lack. */
  readonly #received = new Set<Change[]>();

  of(id: string): readonly ReactionGroup[] {
    return this.#groups.get(id) ?? [];
  }

  apply(change: Change): void {
    this.#groups.set(change.messageId, withReaction(this.of(change.messageId), change));
    this.#record(change);
  }

  #record(change: Change): void {
    for (const received of this.#received) received.push(change);
  }

  /** Whether this tab shows a reaction of the person that the server has not confirmed. */
  isToggling(id: string): boolean {
    return (this.#toggling.get(id) ?? 0) > 0;
  }

  setAll(known: Record<string, readonly ReactionGroup[]>): void {
    for (const [id, groups] of Object.entries(known)) this.#groups.set(id, groups);
  }

  /** Loads the reactions in batches. A failed batch is only logged and shows no reactions (specification 8). */
  async load(ids: readonly string[], onLoaded: (ids: readonly string[]) => void): Promise<void> {
    for (let at = 0; at < ids.length; at += batchSize) {
      const messageIds = ids.slice(at, at + batchSize);
      const received: Change[] = [];
      this.#received.add(received);
      try {
        const { reactions } = await load(listReactions, { body: { messageIds } });
        this.#received.delete(received);
        const shown = messageIds.filter((id) => this.of(id).length > 0);
        for (const id of messageIds) this.#groups.set(id, reactions[id] ?? []);
        for (const change of received) this.apply(change);
        onLoaded(messageIds.filter((id) => this.of(id).length > 0 || shown.includes(id)));
      } catch (error) {
        this.#received.delete(received);
        logFailure('could not load reactions', error);
      }
    }
  }

  /** Toggles a reaction optimistically, then applies the server's answer. A failure is undone and only logged (specification 8). */
  async toggle(id: string, emoji: ReactionEmoji, me: string, isPrivate: boolean, onChange: () => void): Promise<void> {
    const mine = this.of(id).some((group) => group.emoji === emoji && group.userIds.includes(me));
    const change = { messageId: id, emoji, userId: me };
    this.apply({ ...change, action: mine ? 'removed' : 'added' });
    this.#toggling.set(id, (this.#toggling.get(id) ?? 0) + 1);
    onChange();
    try {
      const endpoint = isPrivate ? togglePrivateReaction : toggleReaction;
      const { reactions } = await call(endpoint, { params: { id }, body: { emoji } });
      this.#groups.set(id, reactions);
      // A load that began after the click may have read older reactions.
      const isStored = reactions.some((group) => group.emoji === emoji && group.userIds.includes(me));
      this.#record({ ...change, action: isStored ? 'added' : 'removed' });
    } catch (error) {
      this.apply({ ...change, action: mine ? 'added' : 'removed' });
      logFailure('could not store a reaction', error);
    }
    this.#toggling.set(id, (this.#toggling.get(id) ?? 1) - 1);
    onChange();
  }
}
