import { type ReactionEmoji, reactionEmojis } from '#contract/limits.ts';
import { listReactions, type ReactionGroup, togglePrivateReaction, toggleReaction } from '#contract/reactions.ts';
import type { ReactionEvent } from '#contract/socket-events.ts';
import { call, load } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';

const batchSize = 200;
const order = (emoji: ReactionEmoji) => reactionEmojis.indexOf(emoji);

/** The groups after one person's reaction was added or removed. */
export function withReaction(
  groups: readonly ReactionGroup[],
  { emoji, userId, action }: Pick<ReactionEvent, 'emoji' | 'userId' | 'action'>,
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

  of(id: string): readonly ReactionGroup[] {
    return this.#groups.get(id) ?? [];
  }

  apply({ messageId, ...reaction }: ReactionEvent): void {
    this.#groups.set(messageId, withReaction(this.of(messageId), reaction));
  }

  setAll(known: Record<string, readonly ReactionGroup[]>): void {
    for (const [id, groups] of Object.entries(known)) this.#groups.set(id, groups);
  }

  /** Loads the reactions in batches. A failed batch is only logged and shows no reactions (specification 8). */
  async load(ids: readonly string[], onLoaded: (ids: readonly string[]) => void): Promise<void> {
    for (let at = 0; at < ids.length; at += batchSize) {
      const messageIds = ids.slice(at, at + batchSize);
      try {
        const { reactions } = await load(listReactions, { body: { messageIds } });
        for (const id of messageIds) this.#groups.set(id, reactions[id] ?? []);
        onLoaded(messageIds.filter((id) => this.of(id).length > 0));
      } catch (error) {
        logFailure('could not load reactions', error);
      }
    }
  }

  /** Toggles a reaction optimistically, then applies the server's answer. A failure is undone and only logged (specification 8). */
  async toggle(id: string, emoji: ReactionEmoji, me: string, isPrivate: boolean, onChange: () => void): Promise<void> {
    const before = this.of(id);
    const mine = before.find((group) => group.emoji === emoji)?.userIds.includes(me);
    this.#groups.set(id, withReaction(before, { emoji, userId: me, action: mine ? 'removed' : 'added' }));
    onChange();
    try {
      const endpoint = isPrivate ? togglePrivateReaction : toggleReaction;
      const { reactions } = await call(endpoint, { params: { id }, body: { emoji } });
      this.#groups.set(id, reactions);
    } catch (error) {
      this.#groups.set(id, before);
      logFailure('could not store a reaction', error);
    }
    onChange();
  }
}
