import { Download, ExternalLink, FileText } from 'lucide-react';
import type { ContentFile, DeliveredContent } from '#contract/delivery.ts';
import { formatBytes } from '#contract/values/format-number.ts';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { ImageGallery } from './image-gallery.tsx';

function VideoFile({ file }: { file: ContentFile }) {
  return (
    <figure>
      {/* biome-ignore lint/a11y/useMediaCaption: creators deliver no captions */}
      <video
        src={file.url}
        poster={file.previewUrl ?? undefined}
        controls
        preload="metadata"
        playsInline
        aria-label={file.name}
        className="aspect-video w-full rounded-lg bg-sunken object-contain"
      />
      <FileCaption file={file} />
    </figure>
  );
}

function AudioFile({ file }: { file: ContentFile }) {
  return (
    <figure className="rounded-lg bg-sunken p-3">
      {/* biome-ignore lint/a11y/useMediaCaption: creators deliver no captions */}
      <audio src={file.url} controls preload="metadata" aria-label={file.name} className="h-13.5 w-full" />
      <FileCaption file={file} />
    </figure>
  );
}

function FileCaption({ file }: { file: ContentFile }) {
  return (
    <figcaption className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
      <span className="min-w-0 wrap-anywhere">{file.name}</span>
      <a
        href={file.url}
        download={file.name}
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold hover:text-ink"
      >
        <Download aria-hidden="true" className="size-4!" />
        Download <span className="text-faint">{formatBytes(file.sizeBytes)}</span>
      </a>
    </figcaption>
  );
}

function DocumentFile({ file }: { file: ContentFile }) {
  return (
    <a
      href={file.url}
      download={file.name}
      className="flex min-h-14 items-center gap-3 rounded-lg px-3 py-2.5 shadow-ring hover:bg-hover"
    >
      <FileText aria-hidden="true" className="text-muted" />
      <span className="min-w-0 flex-1">
        <b className="block wrap-anywhere">{file.name}</b>
        <span className="text-sm text-muted">{formatBytes(file.sizeBytes)}</span>
      </span>
      <Download aria-hidden="true" className="text-muted" />
      <span className="sr-only">Download</span>
    </a>
  );
}

function ExternalLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-col">
      {links.map((link) => (
        <li key={link}>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link inline-flex min-h-11 items-center gap-2 wrap-anywhere"
          >
            <ExternalLink aria-hidden="true" className="size-4!" />
            {link.replace(/^https?:\/\//, '')}
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const state = {
  pending: ['Under review', 'accent'],
  rejected: ['Sent back', 'danger'],
} as const;

/** One delivery: the creator's note, video, audio, pictures, text, documents and links. */
export function DeliveryView({ delivery }: { delivery: DeliveredContent }) {
  const of = (...kinds: ContentFile['kind'][]) => delivery.files.filter((file) => kinds.includes(file.kind));
  const chip = delivery.status === 'approved' ? undefined : state[delivery.status];
  return (
    <article className="flex flex-col gap-5">
      <header>
        <p className="flex flex-wrap items-center gap-2 text-sm text-faint">
          <RelativeTime at={delivery.deliveredAt ?? delivery.submittedAt} />
          {chip ? <Chip tone={chip[1]}>{chip[0]}</Chip> : null}
        </p>
        {delivery.reason ? <p className="mt-1.5 text-danger-text">Sent back: {delivery.reason}</p> : null}
        {delivery.note ? (
          <p className="mt-1 max-w-text text-lg whitespace-pre-line wrap-anywhere">{delivery.note}</p>
        ) : null}
      </header>
      {of('video').map((file) => (
        <VideoFile key={file.id} file={file} />
      ))}
      {of('audio').map((file) => (
        <AudioFile key={file.id} file={file} />
      ))}
      <ImageGallery images={of('image')} />
      {delivery.text ? (
        <div className="prose max-w-text text-lg whitespace-pre-line wrap-anywhere">{delivery.text}</div>
      ) : null}
      <div className="flex flex-col gap-2 empty:hidden">
        {of('document', 'other').map((file) => (
          <DocumentFile key={file.id} file={file} />
        ))}
      </div>
      <ExternalLinks links={delivery.links} />
    </article>
  );
}
