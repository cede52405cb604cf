import { logFailure } from '#web/data/log.ts';

/** The signed-in person is part of the key, so that the next person in this tab does not see the text. */
const keyOf = (userId: string | undefined, room: string) => `chat_draft ${userId} ${room}`;

/** A person's unsent text in a room, or of the edit of a message, kept in this tab. */
export function draftOf(userId: string | undefined, room: string): string {
  try {
    return sessionStorage.getItem(keyOf(userId, room)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(userId: string | undefined, room: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(keyOf(userId, room));
    else sessionStorage.setItem(keyOf(userId, room), text);
  } catch (error) {
    logFailure('could not keep a draft', error);
  }
}
