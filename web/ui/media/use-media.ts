import {
  type MediaActionTypes,
  MediaActionTypes as types,
  useMediaDispatch,
  useMediaRef,
  useMediaSelector,
} from 'media-chrome/react/media-store';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';

/** Seconds that the arrow keys move the position, and the keys J and L. */
const smallStep = 5;
const largeStep = 10;

type ActionType = (typeof MediaActionTypes)[keyof typeof MediaActionTypes];

export interface Media {
  /** Attach it to the audio or video element. */
  ref: (element: HTMLMediaElement | null) => void;
  paused: boolean;
  ended: boolean;
  failed: boolean;
  muted: boolean;
  volume: number;
  rate: number;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  toggle: () => void;
  seek: (seconds: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number) => void;
  toggleMuted: () => void;
  send: (type: ActionType, detail?: unknown) => void;
}

/** Pauses every other player of the page when this one starts. */
function pauseOthers(element: HTMLMediaElement): () => void {
  const pause = () => {
    for (const other of document.querySelectorAll<HTMLMediaElement>('audio, video')) {
      if (other !== element) other.pause();
    }
  };
  element.addEventListener('play', pause);
  return () => element.removeEventListener('play', pause);
}

const isLength = (seconds: number | undefined): seconds is number => Number.isFinite(seconds) && (seconds ?? 0) > 0;

/** The state and the commands of the media element inside the nearest MediaProvider. `durationMs` counts until the browser knows it. */
export function useMedia(durationMs: number | null): Media {
  const dispatch = useMediaDispatch();
  const attach = useMediaRef();
  const [element, setElement] = useState<HTMLMediaElement | null>(null);
  const first = useRef(attach);
  const ref = useMemo(
    () => (found: HTMLMediaElement | null) => {
      first.current(found);
      setElement(found);
    },
    [],
  );
  useEffect(() => (element ? pauseOthers(element) : undefined), [element]);
  const paused = useMediaSelector((state) => state.mediaPaused) ?? true;
  const ended = useMediaSelector((state) => state.mediaEnded) ?? false;
  const failed = useMediaSelector((state) => state.mediaErrorCode) !== undefined;
  const muted = useMediaSelector((state) => state.mediaMuted) ?? false;
  const volume = useMediaSelector((state) => state.mediaVolume) ?? 1;
  const rate = useMediaSelector((state) => state.mediaPlaybackRate) ?? 1;
  const position = useMediaSelector((state) => state.mediaCurrentTime) ?? 0;
  const known = useMediaSelector((state) => state.mediaDuration);
  const duration = isLength(known) ? known : (durationMs ?? 0) / 1000;
  const send: Media['send'] = (type, detail) => dispatch({ type, detail } as Parameters<typeof dispatch>[0]);
  return {
    ...{ ref, paused, ended, failed, muted, volume, rate, position, duration, send },
    toggle: () => send(paused ? types.MEDIA_PLAY_REQUEST : types.MEDIA_PAUSE_REQUEST),
    seek: (seconds) => send(types.MEDIA_SEEK_REQUEST, Math.min(Math.max(0, seconds), duration)),
    setRate: (wanted) => send(types.MEDIA_PLAYBACK_RATE_REQUEST, wanted),
    setVolume: (wanted) => send(types.MEDIA_VOLUME_REQUEST, wanted),
    toggleMuted: () => send(muted ? types.MEDIA_UNMUTE_REQUEST : types.MEDIA_MUTE_REQUEST),
  };
}

/**
 * The keyboard shortcuts of a player, which work while the focus is inside it: K and Space play, the arrow keys and J and L seek, M mutes.
 * `more` handles further keys and returns whether it did.
 */
export function shortcutsOf(media: Media, more: (key: string) => boolean = () => false) {
  const seekBy = (seconds: number) => media.seek(media.position + seconds);
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as HTMLElement;
    const key = event.key.toLowerCase();
    // A focused button or menu already has a meaning for these keys.
    if (target.tagName === 'SELECT' || (key === ' ' && target.tagName === 'BUTTON')) return;
    const isVolume = target.dataset.media === 'volume';
    const actions: Record<string, (() => void) | undefined> = {
      k: media.toggle,
      ' ': media.toggle,
      arrowleft: isVolume ? undefined : () => seekBy(-smallStep),
      arrowright: isVolume ? undefined : () => seekBy(smallStep),
      j: () => seekBy(-largeStep),
      l: () => seekBy(largeStep),
      m: media.toggleMuted,
    };
    const action = actions[key];
    if (action) action();
    else if (!more(key)) return;
    event.preventDefault();
  };
}
