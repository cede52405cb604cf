import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '#web/data/log.ts';
import { FileUpload, type UploadView, unfinishedUploads } from './upload-file.ts';
import { nextToStart, uploadRefusal } from './upload-rules.ts';

export interface Uploads {
  views: UploadView[];
  /** Names of files that an earlier visit began. */
  unfinished: string[];
  /** Some file is not up yet. */
  busy: boolean;
  /** Refused before it began. */
  refused: string | null;
  add: (files: File[]) => void;
  pause: (key: string) => void;
  resume: (key: string) => void;
  remove: (key: string) => void;
  forgetAll: () => Promise<void>;
}

/** Starts one upload; its change calls this again, until no more may start. */
const startNext = (list: readonly FileUpload[]) => void nextToStart(list)?.start();

/** What an earlier visit left unfinished, by name. */
function useUnfinished(poolId: string): string[] {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    unfinishedUploads(poolId).then(setNames, (error: unknown) =>
      logFailure('earlier uploads could not be looked up', error),
    );
  }, [poolId]);
  return names;
}

/** The files of one delivery and how far they are. Leaving the page stops them; choosing them again resumes. */
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
    upload?.remove().catch((error: unknown) => logFailure('an upload is not forgotten', error));
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
