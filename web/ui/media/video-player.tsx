import { Captions, CaptionsOff, Maximize, Minimize, Play } from 'lucide-react';
import {
  MediaActionTypes,
  MediaProvider,
  useMediaFullscreenRef,
  useMediaSelector,
} from 'media-chrome/react/media-store';
import { useRef } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { IconButton } from '#web/ui/button.tsx';
import { CannotPlay, Clock, PlainTrack, PlayButton, SeekBar, SpeedSelect, Volume } from './media-parts.tsx';
import { type Media, shortcutsOf, useMedia } from './use-media.ts';

export interface VideoPlayerProps {
  /** In order of preference; the browser plays the first one that it knows. */
  sources: readonly { src: string; type?: string }[];
  title: Text;
  poster: string | null;
  durationMs: number | null;
  captions: readonly { src: string; label: string; language: string }[];
  autoPlay?: boolean;
  /** Shows the captions from the start. */
  captionsOn?: boolean;
}

const toggleCaptions = (media: Media) => media.send(MediaActionTypes.MEDIA_TOGGLE_SUBTITLES_REQUEST);

function CaptionsButton({ media }: { media: Media }) {
  const shown = (useMediaSelector((state) => state.mediaSubtitlesShowing) ?? []).length > 0;
  return (
    <IconButton label={t`Captions`} aria-pressed={shown} onClick={() => toggleCaptions(media)}>
      {shown ? <Captions aria-hidden="true" /> : <CaptionsOff aria-hidden="true" />}
    </IconButton>
  );
}

function toggleFullscreen(media: Media, isFull: boolean): void {
  media.send(isFull ? MediaActionTypes.MEDIA_EXIT_FULLSCREEN_REQUEST : MediaActionTypes.MEDIA_ENTER_FULLSCREEN_REQUEST);
}

function Player({ sources, title, poster, durationMs, captions, autoPlay, captionsOn }: VideoPlayerProps) {
  const media = useMedia(durationMs);
  const frame = useRef(useMediaFullscreenRef()).current;
  const isFull = useMediaSelector((state) => state.mediaIsFullscreen) ?? false;
  const started = useMediaSelector((state) => state.mediaHasPlayed) ?? false;
  const shortcuts = shortcutsOf(media, (key) => {
    if (key === 'f') toggleFullscreen(media, isFull);
    else if (key === 'c' && captions.length > 0) toggleCaptions(media);
    else return false;
    return true;
  });
  return (
    <figure
      ref={frame}
      className="flex flex-col overflow-hidden rounded-xl bg-[oklch(0.185_0.032_325)] text-[oklch(0.955_0.014_80)] [--media-played:oklch(0.83_0.15_84)] [&:fullscreen]:rounded-none [&_.icon-btn]:text-inherit [&_.icon-btn]:hover:bg-[oklch(1_0_0/0.12)]"
      aria-label={title}
      onKeyDown={shortcuts}
    >
      <div className="relative min-h-0 flex-1">
        {/* biome-ignore lint/a11y/useMediaCaption: creators choose whether to deliver captions */}
        <video
          ref={media.ref}
          className="block aspect-video size-full cursor-pointer object-contain [&::cue]:bg-[oklch(0.14_0.03_325/0.82)] [&::cue]:font-text"
          poster={poster ?? undefined}
          preload="metadata"
          playsInline
          autoPlay={autoPlay}
          onClick={media.toggle}
        >
          {sources.map(({ src, type }) => (
            <source key={src} src={src} type={type} />
          ))}
          {captions.map(({ src, label, language }, index) => (
            <track
              key={src}
              kind="captions"
              src={src}
              label={label}
              srcLang={language}
              default={captionsOn && index === 0}
            />
          ))}
        </video>
        {started || !media.paused ? null : (
          <span className="pointer-events-none absolute inset-0 grid place-items-center" aria-hidden="true">
            <Play className="box-content size-7.5 rounded-full bg-(--media-played) fill-current p-5 text-[oklch(0.23_0.05_60)]" />
          </span>
        )}
      </div>
      {/* Time runs from left to right in every language, as on devices. */}
      <div className="flex items-center gap-1 px-2 py-1 max-md:flex-wrap" dir="ltr">
        <PlayButton media={media} title={title} />
        <SeekBar media={media} title={title} className="max-md:basis-[calc(100%-60px)]">
          <PlainTrack media={media} />
        </SeekBar>
        <Clock media={media} className="max-md:me-auto max-md:ps-2" />
        <SpeedSelect media={media} />
        {captions.length > 0 ? <CaptionsButton media={media} /> : null}
        <Volume media={media} />
        <IconButton
          label={isFull ? t`Exit full screen` : t`Full screen`}
          onClick={() => toggleFullscreen(media, isFull)}
        >
          {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </IconButton>
      </div>
      <CannotPlay media={media} />
    </figure>
  );
}

/** Plays one video: poster, position, speed, captions, volume and full screen. */
export function VideoPlayer(props: VideoPlayerProps) {
  return (
    <MediaProvider>
      <Player {...props} />
    </MediaProvider>
  );
}
