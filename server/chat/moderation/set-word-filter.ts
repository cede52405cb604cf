import { tidyLine } from '#contract/values/tidy-text.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import type {} from '#server/chat/facts.ts';
import type { ChatModerator } from '#server/chat/policy.ts';
import { replaceBlockedWords } from './settings.sql.ts';
import { forgetWordFilter } from './word-filter.ts';

/** Replaces the list of blocked words. */
export async function setWordFilter(
  context: ChatContext,
  { actor, ip }: ChatModerator,
  { blockedWords, reason }: { blockedWords: string[]; reason: string },
): Promise<{ blockedWords: string[] }> {
  const words = [...new Set(blockedWords.map((word) => tidyLine(word).toLowerCase()))].filter(Boolean).sort();
  await context.db.tx(async (tx) => {
    const before = await replaceBlockedWords(tx, words);
    await context.facts.publish(tx, 'chat.moderated', {
      actorId: actor.userId,
      action: 'chat.word_filter',
      targetKind: 'chat',
      targetId: 'word_filter',
      before: { words: before.join(', ') },
      after: { words: words.join(', ') },
      reason,
      ip,
    });
  });
  forgetWordFilter(context);
  return { blockedWords: words };
}
