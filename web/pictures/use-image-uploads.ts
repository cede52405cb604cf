import { useEffect, useRef, useState } from 'react';
import { uploadImage } from '#contract/calls/delivery.ts';
import { asAppError } from '#web/data/call.ts';
import { upload } from '#web/data/upload.ts';
import { pictureFault } from './picture-fault.ts';

/** A stored picture of a form that is not submitted yet. */
export interface DraftImage {
  id: string;
  url: string;
}

/** A picture that the server has just stored, with its size in pixels. */
export interface StoredImage extends DraftImage {
  width: number;
  height: number;
}

/** A picture that is uploading or failed to upload. */
export interface UploadingImage {
  key: number;
  file: File;
  /** An object URL that shows the picture during the upload. */
  previewUrl: string;
  share: number;
  error?: string;
  /** A retry may succeed because the request failed, not the file. */
  again?: boolean;
}

/** Error codes that concern the file itself, so that a retry cannot succeed. */
const ofTheFile: readonly string[] = [
  'image_type',
  'image_too_large',
  'image_too_many_pixels',
  'image_unreadable',
  'payload_too_large',
];

/**
 * Uploads pictures as they are chosen. Passes each stored picture to `onStored` and removes it from `uploads`. Uploads may end in another
 * order than they started; the keys of their pictures ascend in the order of the start.
 */
export function useImageUploads(onStored: (image: StoredImage, key: number) => void) {
  const [uploads, setUploads] = useState<UploadingImage[]>([]);
  const running = useRef(new Map<number, { stop: AbortController; previewUrl: string }>());
  const lastKey = useRef(0);

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const { stop, previewUrl } of all.values()) {
        stop.abort();
        URL.revokeObjectURL(previewUrl);
      }
      all.clear();
    };
  }, []);

  const patch = (key: number, part: Partial<UploadingImage>) =>
    setUploads((now) => now.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));

  const drop = (key: number) => {
    const entry = running.current.get(key);
    entry?.stop.abort();
    if (entry) URL.revokeObjectURL(entry.previewUrl);
    running.current.delete(key);
    setUploads((now) => now.filter((shown) => shown.key !== key));
  };

  const send = async (key: number, file: File, stop: AbortController) => {
    try {
      const fault = await pictureFault(file);
      if (fault) {
        patch(key, { error: fault });
        return;
      }
      const form = new FormData();
      form.append('file', file);
      const stored = await upload(uploadImage, form, {
        signal: stop.signal,
        onProgress: (share) => patch(key, { share }),
      });
      if (!running.current.has(key)) return;
      onStored(stored, key);
      drop(key);
    } catch (error) {
      if (stop.signal.aborted) return;
      const { code, message } = asAppError(error);
      patch(key, { error: message, again: !ofTheFile.includes(code) });
    }
  };

  const begin = ({ key, file, previewUrl }: Pick<UploadingImage, 'key' | 'file' | 'previewUrl'>): UploadingImage => {
    const stop = new AbortController();
    running.current.set(key, { stop, previewUrl });
    void send(key, file, stop);
    return { key, file, previewUrl, share: 0 };
  };

  const start = (file: File) => {
    lastKey.current += 1;
    const begun = begin({ key: lastKey.current, file, previewUrl: URL.createObjectURL(file) });
    setUploads((now) => [...now, begun]);
  };

  /** The picture keeps its key and its place. */
  const retry = (failed: UploadingImage) => {
    const begun = begin(failed);
    setUploads((now) => now.map((entry) => (entry.key === begun.key ? begun : entry)));
  };
  return { uploads, start, drop, retry };
}
