import type { z } from 'zod';
import type { wordFilter } from '#contract/admin/chat-moderation.ts';
import { readVersions } from '#server/audit/read-versions.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import { readBlockedWords } from './settings.sql.ts';

/** The audit target of the word filter. */
export const filterTarget = { targetKind: 'chat', targetId: 'word_filter' } as const;

/** Reads the blocked words for admins. */
export async function readFilterSettings({ db }: ChatContext): Promise<z.infer<typeof wordFilter>> {
  const { targetKind, targetId } = filterTarget;
  // The version first: a change in between makes it too old, so that a save is refused instead of overwriting the change.
  const versions = await readVersions(db.sql, targetKind, [targetId]);
  return { blockedWords: await readBlockedWords(db.sql), version: versions.get(targetId) ?? 0 };
}
