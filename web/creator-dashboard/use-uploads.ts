import { useCallback, useEffect, useRef, useState } from 'react';
import type { Text } from '#contract/language/text.ts';
import { logFailure } from '#web/data/log.ts';
import { deleteEarlierUpload, type EarlierUploads, findEarlierUploads } from './earlier-uploads.ts';
import { FileUpload, forgetUpload, type UploadView } from './upload-file.ts';
import { nextToStart, retryDelayMs, uploadRefusal } from './upload-rules.ts';

export interface Uploads {
  views: UploadView[];
  /** Names of files whose upload an earlier visit started. */
  unfinished: string[];
  /** Some uploads are not complete, or the uploads of earlier visits are still unknown. */
  busy: boolean;
  /** The reason why the last chosen files were rejected; null if they were not. */
  refused: Text | null;
  add: (files: File[]) => void;
  pause: (key: string) => void;
  resume: (key: string) => void;
  remove: (key: string) => void;
  forgetAll: () => Promise<void>;
  /** The file on this device; undefined if an earlier visit uploaded it. */
  fileOf: (key: string) => File | undefined;
}

/** Starts the next queued upload. Its change event calls this again until the limit is reached. */
const startNext = (list: readonly FileUpload[]) => void nextToStart(list)?.start();

/** The uploads of earlier visits, undefined until they are known, and a function that takes a complete file off the list. */
function useEarlier(poolId: string) {
  const [earlier, setEarlier] = useState<EarlierUploads>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const read = async (failures = 0): Promise<void> => {
      try {
        const found = await findEarlierUploads(poolId);
        if (!isStopped) setEarlier(found);
      } catch (error) {
        logFailure('reading earlier uploads failed and will be retried', error);
        if (!isStopped) timer = setTimeout(() => void read(failures + 1), retryDelayMs(failures));
      }
    };
    void read();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [poolId]);
  const dropEarlier = (key: string) =>
    setEarlier((now) => now && { ...now, complete: now.complete.filter((view) => view.key !== key) });
  return { earlier, dropEarlier };
}

/** The uploads of one delivery. Leaving the page pauses them; choosing the same files again resumes them. Complete files stay. */
export function useUploads(poolId: string): Uploads {
  const list = useRef<FileUpload[]>([]);
  const [current, setCurrent] = useState<UploadView[]>([]);
  const [refused, setRefused] = useState<Text | null>(null);
  const { earlier, dropEarlier } = useEarlier(poolId);
  const changed = useCallback(() => {
    setCurrent(list.current.map(({ view }) => view));
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
  const complete = (earlier?.complete ?? []).filter(({ key }) => !current.some((view) => view.key === key));
  const views = [...complete, ...current];
  const add = (files: File[]) => {
    const problem = uploadRefusal(files, complete.length + list.current.length);
    setRefused(problem);
    if (problem) return;
    const known = new Set([...complete, ...list.current.map(({ view }) => view)].map(({ key }) => key));
    const made = files.map((file) => new FileUpload(file, poolId, changed));
    list.current = [...list.current, ...made.filter(({ view }) => !known.has(view.key))];
    changed();
  };
  const remove = (key: string) => {
    const upload = find(key);
    const earlierView = complete.find((view) => view.key === key);
    list.current = list.current.filter((other) => other !== upload);
    dropEarlier(key);
    changed();
    const removal = earlierView ? deleteEarlierUpload(earlierView) : upload?.remove();
    removal?.catch((error: unknown) => logFailure('removing an upload failed', error));
  };
  return {
    views,
    unfinished: [...new Set(earlier?.unfinished)].filter((name) => !views.some((view) => view.name === name)),
    busy: !earlier || views.some(({ state }) => state !== 'done'),
    refused,
    add,
    pause: (key) => find(key)?.pause(),
    resume: (key) => void find(key)?.start(),
    remove,
    fileOf: (key) => find(key)?.file,
    forgetAll: async () => {
      await Promise.all(views.map(({ key }) => forgetUpload(key)));
    },
  };
}
