import type { z } from 'zod';
import type { wordFilter } from '#contract/admin/chat-moderation.ts';
import { tidyLine } from '#contract/values/tidy-text.ts';
import { assertVersion, readVersions } from '#server/audit/admin-conflict.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import type {} from '#server/chat/facts.ts';
import type { ChatModerator } from '#server/chat/policy.ts';
import { readBlockedWords, replaceBlockedWords } from './settings.sql.ts';
import { forgetWordFilter } from './word-filter.ts';

/** The audit target of the word filter. */
const filterTarget = { targetKind: 'chat', targetId: 'word_filter' } as const;

/** Reads the blocked words for admins. */
export async function readFilterSettings({ db }: ChatContext): Promise<z.infer<typeof wordFilter>> {
  const { targetKind, targetId } = filterTarget;
  // The version first: a change in between makes it too old, so that a save is refused instead of overwriting the change.
  const versions = await readVersions(db.sql, targetKind, [targetId]);
  return { blockedWords: await readBlockedWords(db.sql), version: versions.get(targetId) ?? 0 };
}

/** Replaces the list of blocked words. Throws conflict if another admin has replaced it since `version`. */
export async function setWordFilter(
  context: ChatContext,
  { actor, ip }: ChatModerator,
  { blockedWords, reason, version }: { blockedWords: string[]; reason: string; version?: number | undefined },
): Promise<z.infer<typeof wordFilter>> {
  const words = [...new Set(blockedWords.map((word) => tidyLine(word).toLowerCase()))].filter(Boolean).sort();
  await context.db.tx(async (tx) => {
    const before = await replaceBlockedWords(tx, words);
    await assertVersion(tx, { ...filterTarget, actorId: actor.userId, version });
    await context.facts.publish(tx, 'chat.moderated', {
      actorId: actor.userId,
      action: 'chat.word_filter',
      ...filterTarget,
      before: { words: before.join(', ') },
      after: { words: words.join(', ') },
      concerned: 'no_one',
      reason,
      ip,
    });
  });
  forgetWordFilter(context);
  return readFilterSettings(context);
}
