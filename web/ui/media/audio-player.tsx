import { MediaProvider } from 'media-chrome/react/media-store';
import type { ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';
import { CannotPlay, Clock, PlainTrack, PlayButton, SeekBar, SpeedSelect, Volume } from './media-parts.tsx';
import { type Media, shortcutsOf, useMedia } from './use-media.ts';

export interface AudioPlayerProps {
  src: string;
  title: Text;
  durationMs: number | null;
  /** The loudness of equal parts, from 0 to 100; without it the player shows a plain bar. */
  peaks: readonly number[] | null;
  /** Shown after the title, such as a download link. */
  aside?: ReactNode;
}

const barWidth = 3;
const height = 48;

function Bars({ peaks }: { peaks: readonly number[] }) {
  return peaks.map((peak, index) => {
    const tall = Math.max(3, (peak / 100) * height);
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
        key={index}
        x={index * (barWidth + 1)}
        y={(height - tall) / 2}
        width={barWidth}
        height={tall}
        rx={1.5}
      />
    );
  });
}

/** The loudness as bars; those before the position are colored. */
function Waveform({ peaks, media: { position, duration } }: { peaks: readonly number[]; media: Media }) {
  const box = { viewBox: `0 0 ${peaks.length * (barWidth + 1) - 1} ${height}`, preserveAspectRatio: 'none' };
  const percent = duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
  return (
    <span className="relative block h-14 text-[color-mix(in_oklab,var(--paid)_45%,var(--sunken))]" aria-hidden="true">
      <svg {...box} className="absolute inset-0 size-full fill-current" aria-hidden="true">
        <Bars peaks={peaks} />
      </svg>
      <svg
        {...box}
        aria-hidden="true"
        className="absolute inset-0 size-full fill-paid"
        style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
      >
        <Bars peaks={peaks} />
      </svg>
    </span>
  );
}

function Player({ src, title, durationMs, peaks, aside }: AudioPlayerProps) {
  const media = useMedia(durationMs);
  return (
    // Time runs from left to right in every language, as on devices.
    <figure
      dir="ltr"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-4 rounded-xl bg-sunken p-4"
      aria-label={title}
      onKeyDown={shortcutsOf(media)}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions are for videos */}
      <audio ref={media.ref} src={src} preload="metadata" />
      <PlayButton
        media={media}
        title={title}
        className="size-12 rounded-full bg-paid text-on-paid hover:bg-(--paid-lit) md:size-14"
      />
      <div className="min-w-0">
        <figcaption className="flex rtl:[direction:rtl] min-h-11 flex-wrap items-center justify-between gap-x-4">
          <b className="min-w-0 wrap-anywhere" dir="auto">
            {title}
          </b>
          <span className="contents">{aside}</span>
        </figcaption>
        <SeekBar media={media} title={title}>
          {peaks ? <Waveform peaks={peaks} media={media} /> : <PlainTrack media={media} />}
        </SeekBar>
        <div className="flex items-center gap-1 text-muted">
          <Clock media={media} className="me-auto" />
          <SpeedSelect media={media} />
          <Volume media={media} />
        </div>
        <CannotPlay media={media} />
      </div>
    </figure>
  );
}

/** Plays one audio file: waveform, position, speed and volume. */
export function AudioPlayer(props: AudioPlayerProps) {
  return (
    <MediaProvider>
      <Player {...props} />
    </MediaProvider>
  );
}
