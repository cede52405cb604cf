import { useEffect, useState } from 'react';
import { messageImagesMax } from '#contract/chat-pictures.ts';
import { useUser } from '#web/data/session.ts';
import { type StoredImage, type UploadingImage, useImageUploads } from '#web/pictures/use-image-uploads.ts';
import { draftPicturesOf, keepDraftPictures } from './picture-drafts.ts';

/** The pictures of the message being written. */
export interface ComposedPictures {
  /** Uploaded, in the order in which the person added them. */
  stored: readonly StoredImage[];
  /** Uploading or failed. The message waits for them. */
  uploads: readonly UploadingImage[];
  /** Why a picture was not added, or why the message waits. */
  note: string | undefined;
  add: (files: readonly File[]) => void;
  /** Removes an uploaded picture. */
  remove: (id: string) => void;
  /** Cancels an upload, or removes a failed one. */
  drop: (key: number) => void;
  retry: (upload: UploadingImage) => void;
  /** True if the message can be sent; otherwise explains why it waits. */
  areReady: () => boolean;
  clear: () => void;
}

const tooMany = `A message can have up to ${messageImagesMax} pictures.`;

/** Uploads pictures as they are added, and keeps the uploaded ones in this tab until they are sent. */
export function useComposedPictures(room: string): ComposedPictures {
  const userId = useUser()?.id;
  const [stored, setStored] = useState<readonly StoredImage[]>([]);
  const [note, setNote] = useState<string>();
  const { uploads, start, drop, retry } = useImageUploads((image) => {
    setNote((now) => (now === tooMany ? now : undefined));
    change((now) => [...now, image]);
  });
  // Read the draft after hydration, because the server does not have it.
  useEffect(() => setStored(draftPicturesOf(userId, room)), [userId, room]);
  const change = (edit: (now: readonly StoredImage[]) => readonly StoredImage[]) => {
    setStored((now) => {
      const next = edit(now);
      keepDraftPictures(userId, room, next);
      return next;
    });
  };
  const add = (files: readonly File[]) => {
    const left = messageImagesMax - stored.length - uploads.length;
    for (const file of files.slice(0, Math.max(0, left))) start(file);
    setNote(files.length > left ? tooMany : undefined);
  };
  const areReady = () => {
    if (uploads.length === 0) return true;
    const failed = uploads.some(({ error }) => error);
    setNote(
      failed
        ? 'Remove the picture that failed to send your message.'
        : 'You can send your message once the picture is uploaded.',
    );
    return false;
  };
  return {
    stored,
    uploads,
    note,
    add,
    remove: (id) => {
      setNote(undefined);
      change((now) => now.filter((image) => image.id !== id));
    },
    drop: (key) => {
      setNote(undefined);
      drop(key);
    },
    retry,
    areReady,
    clear: () => {
      setNote(undefined);
      change(() => []);
    },
  };
}
