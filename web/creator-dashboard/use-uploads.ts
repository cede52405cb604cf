import { useCallback, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { logFailure } from '#web/data/log.ts';
import { FileUpload, type UploadView, unfinishedUploads } from './upload-file.ts';

/** More at once only share the same line. */
const atOnce = 2;

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

function refusalOf(files: File[], already: number): string | null {
  const large = files.find(({ size }) => size > limits.uploadBytes);
  if (large) return `${large.name} is larger than ${limits.uploadBytes / 1024 ** 3} GB.`;
  const empty = files.find(({ size }) => size === 0);
  if (empty) return `${empty.name} is empty.`;
  if (already + files.length > limits.deliveryFiles) return `At most ${limits.deliveryFiles} files.`;
  return null;
}

/** Starting one tells its change, which comes here again: each is looked at once more before its turn. */
function startNext(list: readonly FileUpload[]): void {
  const active = () => list.filter(({ view }) => view.state === 'uploading' || view.state === 'waiting').length;
  for (const upload of list) if (upload.view.state === 'queued' && active() < atOnce) void upload.start();
}

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
    const problem = refusalOf(files, list.current.length);
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
