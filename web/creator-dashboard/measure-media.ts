import { describeUpload } from '#contract/calls/delivery.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/data/call.ts';
import { logFailure } from '#web/data/log.ts';
import { waveformOf } from './waveform.ts';

/** Decoding holds the whole recording in memory: about 10 MB a minute. Longer recordings get a plain bar. */
const decodedBytes = 60_000_000;
const decodedMs = 30 * 60_000;
const barCount = 120;
/** The rate at which we decode. Loudness needs no high frequencies. */
const sampleRate = 8000;
/** A file whose length the browser cannot tell within this time is left without details. */
const loadWithinMs = 20_000;
const posterWidth = 800;
const posterQuality = 0.7;

export interface MediaDetails {
  durationMs: number;
  peaks?: number[];
  poster?: string;
}

/** Waits for an event of a media element; fails on its error event and after `loadWithinMs`. */
function heard(element: HTMLMediaElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} in time`)), loadWithinMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    element.addEventListener(event, () => end(resolve), { once: true });
    element.addEventListener('error', () => end(() => reject(element.error ?? new Error('unreadable'))), {
      once: true,
    });
  });
}

async function openMedia(element: HTMLMediaElement, url: string): Promise<number> {
  element.preload = 'metadata';
  element.muted = true;
  const ready = heard(element, 'loadedmetadata');
  element.src = url;
  await ready;
  return Math.round(element.duration * 1000);
}

async function peaksOf(file: File, durationMs: number): Promise<number[] | undefined> {
  if (file.size > decodedBytes || durationMs > decodedMs) return undefined;
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await decoder.decodeAudioData(await file.arrayBuffer());
  return waveformOf(decoded.getChannelData(0), barCount);
}

/** A frame from a tenth into the video, since many begin in black. */
async function posterOf(video: HTMLVideoElement): Promise<string | undefined> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return undefined;
  const found = heard(video, 'seeked');
  video.currentTime = Math.min(video.duration / 10, 5);
  await found;
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(posterWidth, videoWidth);
  canvas.height = Math.max(1, Math.round((canvas.width * videoHeight) / videoWidth));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const [, data = ''] = canvas.toDataURL('image/jpeg', posterQuality).split(',');
  return data !== '' && data.length <= limits.posterBase64 ? data : undefined;
}

/** Types that are surely no recordings. Browsers give recordings many types, or none, so this browser tries to play all others. */
const otherTypes = /^(?:image|text|font)\/|^application\/(?:pdf|zip|json)$/;

/** Measures an audio or video file in this browser. Returns undefined for other files. Throws if the browser cannot read it. */
export async function measureMedia(file: File): Promise<MediaDetails | undefined> {
  if (otherTypes.test(file.type)) return undefined;
  // Without a type, the browser decides by the bytes, as the server does.
  const url = URL.createObjectURL(file.slice(0, file.size, ''));
  try {
    const video = document.createElement('video');
    const durationMs = await openMedia(video, url);
    if (!(durationMs > 0 && durationMs <= limits.mediaDurationMs)) return undefined;
    if (video.videoWidth === 0) return { durationMs, peaks: await peaksOf(file, durationMs) };
    return { durationMs, poster: await posterOf(video) };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Stores what this browser measured in an uploaded file. Never fails: without details, the player shows a plain bar. */
export async function describeFile(uploadId: string, file: File): Promise<void> {
  try {
    const details = await measureMedia(file);
    if (details) await call(describeUpload, { params: { id: uploadId }, body: details });
  } catch (error) {
    // The browser does not know this format.
    if (error instanceof MediaError || error instanceof DOMException) return;
    logFailure('a file could not be measured', error);
  }
}
