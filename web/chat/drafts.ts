import { logFailure } from '#web/data/log.ts';

const prefix = 'chat_draft ';

/** The unsent text of a room, kept in this tab. */
export function draftOf(room: string): string {
  try {
    return sessionStorage.getItem(prefix + room) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(room: string, text: string): void {
  try {
    if (text.trim() === '') sessionStorage.removeItem(prefix + room);
    else sessionStorage.setItem(prefix + room, text);
  } catch (error) {
    logFailure('could not keep a draft', error);
  }
}
