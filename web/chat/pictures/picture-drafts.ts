import { draftOf, keepDraft } from '#web/chat/drafts.ts';
import type { StoredImage } from '#web/pictures/use-image-uploads.ts';

const keyOf = (room: string) => `pictures ${room}`;

/** The uploaded pictures of a person's unsent message in a room, kept in this tab. */
export function draftPicturesOf(userId: string | undefined, room: string): StoredImage[] {
  try {
    return JSON.parse(draftOf(userId, keyOf(room)) || '[]');
  } catch {
    return [];
  }
}

export function keepDraftPictures(userId: string | undefined, room: string, images: readonly StoredImage[]): void {
  keepDraft(userId, keyOf(room), images.length === 0 ? '' : JSON.stringify(images));
}
