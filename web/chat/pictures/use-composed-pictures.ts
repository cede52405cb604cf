import { useEffect, useRef, useState } from 'react';
import { messageImagesMax } from '#contract/chat/message-text.ts';
import { type Message, msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { useUser } from '#web/data/session.ts';
import { type StoredImage, type UploadingImage, useImageUploads } from '#web/pictures/use-image-uploads.ts';
import { toast } from '#web/ui/toast.tsx';
import { draftPicturesOf, keepDraftPictures } from './picture-drafts.ts';

interface ComposedImage extends StoredImage {
  /** Ascends in the order in which the person added the pictures. */
  place: number;
}

/** The pictures of the message being written. */
export interface ComposedPictures {
  /** Uploaded, in the order in which the person added them. */
  stored: readonly ComposedImage[];
  /** Uploading or failed. The message waits for them. */
  uploads: readonly UploadingImage[];
  /** Why a picture was not added, or why the message waits. */
  note: Text | undefined;
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

const tooMany = msg`A message can have up to ${plural({ limit: messageImagesMax }, { one: '# picture', other: '# pictures' })}.`;

/** Says that leaving the conversation ended an upload. */
function useAbortNotice(uploads: readonly UploadingImage[]): void {
  const isUploading = useRef(false);
  useEffect(() => {
    isUploading.current = uploads.some(({ error }) => !error);
  }, [uploads]);
  useEffect(
    () => () => {
      if (isUploading.current) toast({ title: t`A picture was not uploaded because you left the conversation.` });
    },
    [],
  );
}

/** Uploads pictures as they are added, and keeps the uploaded ones in this tab until they are sent. */
export function useComposedPictures(room: string): ComposedPictures {
  const userId = useUser()?.id;
  const [stored, setStored] = useState<readonly ComposedImage[]>([]);
  const [note, setNote] = useState<Message>();
  const { uploads, start, drop, retry } = useImageUploads((image, key) => {
    setNote((now) => (now === tooMany ? now : undefined));
    change((now) => [...now, { ...image, place: key }].sort((one, other) => one.place - other.place));
  });
  useAbortNotice(uploads);
  // Read the draft after hydration, because the server does not have it. Its pictures come before those of new uploads.
  useEffect(() => {
    const draft = draftPicturesOf(userId, room);
    setStored(draft.map((image, index) => ({ ...image, place: index - draft.length })));
  }, [userId, room]);
  const change = (edit: (now: readonly ComposedImage[]) => readonly ComposedImage[]) => {
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
        ? msg`To send your message, remove the picture that failed.`
        : msg`You can send your message once the picture is uploaded.`,
    );
    return false;
  };
  return {
    stored,
    uploads,
    note: note && textOf(note),
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
