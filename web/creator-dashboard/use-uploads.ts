import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '#web/data/log.ts';
import { FileUpload, type UploadView, unfinishedUploads } from './upload-file.ts';
import { nextToStart, uploadRefusal } from './upload-rules.ts';

export interface Uploads {
  views: UploadView[];
  /** Names of files whose upload an earlier visit started. */
  unfinished: string[];
  /** Some uploads are not complete. */
  busy: boolean;
  /** The reason why the last chosen files were rejected; null if they were not. */
  refused: string | null;
  add: (files: File[]) => void;
  pause: (key: string) => void;
  resume: (key: string) => void;
  remove: (key: string) => void;
  forgetAll: () => Promise<void>;
}

/** Starts the next queued upload. Its change event calls this again until the limit is reached. */
const startNext = (list: readonly FileUpload[]) => void nextToStart(list)?.start();

/** The names of uploads that an earlier visit left unfinished. */
function useUnfinished(poolId: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    unfinishedUploads(poolId).then(setNames, (error: unknown) =>
      logFailure('reading unfinished uploads failed', error),
    );
  }, [poolId]);
  return names;
}

/** The uploads of one delivery. Leaving the page pauses them; choosing the same files again resumes them. */
export function useUploads(poolId: string): Uploads {
  const list = useRef<FileUpload[]>([]);
  const [views, setViews] = useState<UploadView[]>([]);
  const [refused, setRefused] = useState<string | null>(null);
  const earlier = useUnfinished(poolId);
  const changed = useCallback(() => {
    setViews(list.current.map(({ view }) => view));
    startNext(list.current);
  }, []);
  useEffect(() => {
    const wake = () => {
      for (const upload of list.current) upload.wake();
    };
    window.addEventListener('online', wake);
    return () => {
      window.removeEventListener('online', wake);
      for (const upload of list.current) if (upload.view.state !== 'done') upload.pause();
      list.current = [];
    };
  }, []);
  const find = (key: string) => list.current.find(({ view }) => view.key === key);
  const add = (files: File[]) => {
    const problem = uploadRefusal(files, list.current.length);
    setRefused(problem);
    if (problem) return;
    const made = files.map((file) => new FileUpload(file, poolId, changed));
    list.current = [...list.current, ...made.filter(({ view }) => !find(view.key))];
    changed();
  };
  const remove = (key: string) => {
    const upload = find(key);
    list.current = list.current.filter((other) => other !== upload);
    changed();
    upload?.remove().catch((error: unknown) => logFailure('removing an upload failed', error));
  };
  return {
    views,
    unfinished: [...new Set(earlier)].filter((name) => !views.some((view) => view.name === name)),
    busy: views.some(({ state }) => state !== 'done'),
    refused,
    add,
    pause: (key) => find(key)?.pause(),
    resume: (key) => void find(key)?.start(),
    remove,
    forgetAll: async () => {
      await Promise.all(list.current.map((upload) => upload.forget()));
    },
  };
}
