import type { ReactNode } from 'react';
import type { ContentFile } from '#contract/delivery.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { sortFiles, titleOf } from './content-files.ts';
import { DownloadLink, FileList } from './file-list.tsx';
import { ImageGallery } from './image-gallery.tsx';

// Only deliveries with recordings load the players.
const AudioPlayer = lazyComponent(() => import('#web/ui/media/audio-player.tsx').then((module) => module.AudioPlayer), {
  waiting: <Skeleton className="h-45 rounded-xl!" />,
});
const VideoPlayer = lazyComponent(() => import('#web/ui/media/video-player.tsx').then((module) => module.VideoPlayer), {
  waiting: <Skeleton className="aspect-video rounded-xl!" />,
});

/** Videos, audio and pictures, then the children, then other files. */
export function DeliveredFiles({ files, children }: { files: readonly ContentFile[]; children?: ReactNode }) {
  const { videos, audio, images, others } = sortFiles(files);
  return (
    <>
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
      {children}
      <FileList files={others} />
    </>
  );
}
