import { CircleCheck, FileAudio, FileImage, FileText, FileVideo, Pause, Play, RotateCw, Trash2 } from 'lucide-react';
import { formatItems } from '#contract/language/lists.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { formatBytes } from '#contract/values/format-bytes.ts';
import { timeLeft } from '#contract/values/time.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ProgressBar } from '#web/ui/display.tsx';
import type { UploadView } from './upload-file.ts';
import type { Uploads } from './use-uploads.ts';

function FileIcon({ type }: { type: string }) {
  const Icon = { image: FileImage, video: FileVideo, audio: FileAudio }[type.split('/')[0] ?? ''] ?? FileText;
  return <Icon aria-hidden="true" />;
}

/** The remaining time at the current speed: "8 s", "3 minutes". */
function remaining({ sizeBytes, sentBytes, bytesPerS }: UploadView): Text {
  const seconds = Math.ceil((sizeBytes - sentBytes) / bytesPerS);
  return (seconds < 90 ? null : timeLeft(seconds * 1000, 0)) ?? t`${{ seconds }} s`;
}

function progressOf(view: UploadView): Text {
  const size = formatBytes(view.sizeBytes);
  const sent = formatBytes(view.sentBytes);
  switch (view.state) {
    case 'queued':
      return t`${{ size }}, queued`;
    case 'uploading':
      return view.bytesPerS > 0
        ? t`${{ sent }} of ${{ size }} · ${{ speed: formatBytes(view.bytesPerS) }}/s · ${{ time: remaining(view) }} left`
        : t`${{ sent }} of ${{ size }}`;
    case 'paused':
      return t`${{ sent }} of ${{ size }} · paused`;
    case 'waiting':
      return t`${{ sent }} of ${{ size }} · no connection, resumes automatically`;
    case 'done':
      return t`${{ size }} · uploaded`;
    case 'failed':
      return view.error ?? t`We couldn’t upload this file.`;
  }
}

function Control({ view, uploads }: { view: UploadView; uploads: Uploads }) {
  if (view.state === 'uploading' || view.state === 'queued') {
    return (
      <IconButton label={t`Pause ${{ name: view.name }}`} onClick={() => uploads.pause(view.key)}>
        <Pause aria-hidden="true" />
      </IconButton>
    );
  }
  if (view.state === 'paused') {
    return (
      <IconButton label={t`Resume ${{ name: view.name }}`} onClick={() => uploads.resume(view.key)}>
        <Play aria-hidden="true" />
      </IconButton>
    );
  }
  if (view.state === 'failed' || view.state === 'waiting') {
    return (
      <IconButton label={t`Retry ${{ name: view.name }}`} onClick={() => uploads.resume(view.key)}>
        <RotateCw aria-hidden="true" />
      </IconButton>
    );
  }
  return null;
}

function UploadRow({ view, uploads }: { view: UploadView; uploads: Uploads }) {
  const done = view.state === 'done';
  const failed = view.state === 'failed';
  return (
    <li className="grid min-h-19 grid-cols-[--spacing(6)_minmax(0,1fr)_--spacing(22)] items-center gap-3 rounded-lg py-2 ps-4 pe-1.5 shadow-ring">
      <span className={`grid place-items-center *:size-5.5 ${done ? 'text-paid-text' : 'text-muted'}`}>
        {done ? <CircleCheck aria-hidden="true" /> : <FileIcon type={view.contentType} />}
      </span>
      <div className="min-w-0">
        <b className="block truncate" title={view.name}>
          {view.name}
        </b>
        <div className="mt-1.5 mb-1">
          <ProgressBar
            share={view.sentBytes / view.sizeBytes}
            label={t`Upload of ${{ name: view.name }}`}
            tone={done ? 'paid' : failed ? 'danger' : 'accent'}
          />
        </div>
        <p
          className={`min-h-4.75 text-sm leading-[1.45] tabular-nums ${failed ? 'font-[550] text-danger-text' : 'text-muted'}`}
        >
          {progressOf(view)}
        </p>
      </div>
      <div className="flex justify-end">
        <Control view={view} uploads={uploads} />
        <IconButton label={t`Remove ${{ name: view.name }}`} onClick={() => uploads.remove(view.key)}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

/** All files with their progress and controls. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const { views, unfinished } = uploads;
  const finished = views.filter(({ state }) => state === 'done').length;
  return (
    <>
      {views.length > 0 ? (
        <ul className="mt-3 grid gap-2.5" aria-label={t`Files`}>
          {views.map((view) => (
            <UploadRow key={view.key} view={view} uploads={uploads} />
          ))}
        </ul>
      ) : null}
      <p className="sr-only" role="status">
        {views.length > 0
          ? t`${{ finished }} of ${plural({ files: views.length }, { other: '# files' })} uploaded`
          : ''}
      </p>
      {unfinished.length > 0 ? (
        <p className="mt-3 text-sm text-muted wrap-anywhere">{t`Unfinished uploads: ${{ files: formatItems(unfinished) }}. Choose the same file again to resume.`}</p>
      ) : null}
    </>
  );
}
