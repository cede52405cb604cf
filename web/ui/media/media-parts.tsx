import { Pause, Play, RotateCcw, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { IconButton } from '#web/ui/button.tsx';
import { clockText } from './clock-text.ts';
import type { Media } from './use-media.ts';

const rates = [0.75, 1, 1.25, 1.5, 2] as const;

export function PlayButton({ media, title, className }: { media: Media; title: Text; className?: string }) {
  const label = media.ended
    ? t`Play again: ${{ title }}`
    : media.paused
      ? t`Play: ${{ title }}`
      : t`Pause: ${{ title }}`;
  const Icon = media.ended ? RotateCcw : media.paused ? Play : Pause;
  return (
    <IconButton label={label} className={className} onClick={media.toggle}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}

/** The position as a slider over `children`, which draw it. */
export function SeekBar({
  media,
  title,
  className,
  children,
}: {
  media: Media;
  title: Text;
  className?: string;
  children: ReactNode;
}) {
  const { position, duration } = media;
  return (
    <div
      className={`relative min-w-0 flex-1 has-focus-visible:rounded-xs has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent-text ${className ?? ''}`}
    >
      {children}
      <input
        type="range"
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        min={0}
        max={duration || 1}
        step={0.1}
        value={Math.min(position, duration || 1)}
        aria-label={t`Position in ${{ title }}`}
        aria-valuetext={t`${{ position: clockText(position) }} of ${{ duration: clockText(duration) }}`}
        onChange={(event) => media.seek(Number(event.currentTarget.value))}
      />
    </div>
  );
}

/** A plain bar, for files without a waveform. */
export function PlainTrack({ media: { position, duration } }: { media: Media }) {
  const percent = duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
  return (
    <span className="grid h-11 items-center" aria-hidden="true">
      <span className="h-1.5 rounded-xs bg-current/22 [grid-area:1/1]" />
      <span
        className="h-1.5 rounded-xs bg-(--media-played,var(--paid)) [grid-area:1/1]"
        style={{ width: `${percent}%` }}
      />
    </span>
  );
}

export function Clock({ media: { position, duration }, className }: { media: Media; className?: string }) {
  return (
    <span className={`flex-none text-sm tabular-nums ${className ?? ''}`} aria-hidden="true">
      {clockText(position)} / {clockText(duration)}
    </span>
  );
}

export function SpeedSelect({ media }: { media: Media }) {
  return (
    <select
      className="h-11 w-auto flex-none cursor-pointer appearance-none rounded-md px-2 text-center text-sm font-semibold hover:bg-current/12 pointer-coarse:text-lg"
      aria-label={t`Speed`}
      title={t`Speed`}
      value={media.rate}
      onChange={(event) => media.setRate(Number(event.currentTarget.value))}
    >
      {rates.map((rate) => (
        <option key={rate} className="bg-raised text-ink" value={rate}>
          {rate}×
        </option>
      ))}
    </select>
  );
}

/** Mutes. In wide windows also a slider; phones have volume keys, and iOS ignores a volume that a page sets. */
export function Volume({ media }: { media: Media }) {
  const silent = media.muted || media.volume === 0;
  return (
    <span className="inline-flex flex-none items-center">
      <IconButton
        label={
          silent
            ? t({ message: 'Unmute', context: 'the sound of a video or of music' })
            : t({ message: 'Mute', context: 'the sound of a video or of music' })
        }
        onClick={media.toggleMuted}
      >
        {silent ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
      </IconButton>
      <input
        type="range"
        data-media="volume"
        className="h-11 w-18 accent-(--media-played,var(--paid)) max-md:hidden"
        min={0}
        max={1}
        step={0.05}
        value={media.muted ? 0 : media.volume}
        aria-label={t`Volume`}
        onChange={(event) => media.setVolume(Number(event.currentTarget.value))}
      />
    </span>
  );
}

/** Shown when the browser cannot play the file. */
export function CannotPlay({ media }: { media: Media }) {
  if (!media.failed) return null;
  return (
    <p
      className="p-3 text-sm rtl:[direction:rtl]"
      role="alert"
    >{t`This browser can’t play this file. Download it to play it in another app.`}</p>
  );
}
