import { ExternalLink } from 'lucide-react';
import type { UserSummary } from '#contract/accounts.ts';
import type { DeliveredContent } from '#contract/delivery.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { sortFiles, titleOf } from './content-files.ts';
import { DeliveredText } from './delivered-text.tsx';
import { DownloadLink, FileList } from './file-list.tsx';
import { ImageGallery } from './image-gallery.tsx';

// Only deliveries with recordings load the players.
const loadAudio = () => import('#web/ui/media/audio-player.tsx').then((module) => module.AudioPlayer);
const AudioPlayer = lazyComponent(import.meta.env.SSR ? await loadAudio() : null, loadAudio, {
  waiting: <Skeleton className="h-45 rounded-xl!" />,
});
const loadVideo = () => import('#web/ui/media/video-player.tsx').then((module) => module.VideoPlayer);
const VideoPlayer = lazyComponent(import.meta.env.SSR ? await loadVideo() : null, loadVideo, {
  waiting: <Skeleton className="aspect-video rounded-xl!" />,
});

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

/** The creator's note as a speech bubble. Admins see it without the face, because their page names the creator. */
function CreatorNote({ note, from }: { note: string; from: UserSummary | null }) {
  if (!from) return <p className="delivered-note">{note}</p>;
  const name = from.displayName || from.username;
  return (
    <figure className="flex items-start gap-3">
      <Avatar name={name} src={from.avatarUrl} size={48} />
      <div className="min-w-0">
        <figcaption className="mb-1 text-sm text-muted">
          A note from <b className="text-ink">{name}</b>
        </figcaption>
        <blockquote className="delivered-note">{note}</blockquote>
      </div>
    </figure>
  );
}

/** One delivery: the creator's note, videos, audio, pictures, text, other files and links. */
export function DeliveryView({ delivery, from }: { delivery: DeliveredContent; from?: UserSummary | null }) {
  const { videos, audio, images, others } = sortFiles(delivery.files);
  const chip = delivery.status === 'approved' ? undefined : state[delivery.status];
  return (
    <article className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2 text-sm text-faint">
          <RelativeTime at={delivery.deliveredAt ?? delivery.submittedAt} />
          {chip ? <Chip tone={chip[1]}>{chip[0]}</Chip> : null}
        </p>
        {delivery.reason ? <p className="text-danger-text">Sent back: {delivery.reason}</p> : null}
        {delivery.note ? <CreatorNote note={delivery.note} from={from ?? null} /> : null}
      </header>
      {videos.map(({ file, captions }) => (
        <div key={file.id}>
          <VideoPlayer
            sources={[{ src: file.url }]}
            title={titleOf(file)}
            poster={file.previewUrl}
            durationMs={file.durationMs}
            captions={captions}
          />
          <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
            <b className="wrap-anywhere">{titleOf(file)}</b>
            <DownloadLink file={file} />
          </p>
        </div>
      ))}
      {audio.map((file) => (
        <AudioPlayer
          key={file.id}
          src={file.url}
          title={titleOf(file)}
          durationMs={file.durationMs}
          peaks={file.peaks}
          aside={<DownloadLink file={file} />}
        />
      ))}
      <ImageGallery images={images} />
      {delivery.text ? <DeliveredText text={delivery.text} /> : null}
      <FileList files={others} />
      <ExternalLinks links={delivery.links} />
    </article>
  );
}
