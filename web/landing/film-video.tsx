import { t, verbatim } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { VideoPlayer } from '#web/ui/media/video-player.tsx';
import mp4 from './film/film.mp4';
import captions from './film/film.vtt';
import webm from './film/film.webm';
import poster from './film/poster.webp';

/** The length of the film, shown before the browser has loaded it. */
const durationMs = 32_000;
/** In order of preference: VP9 is smaller, and every browser plays H.264. */
const sources = [
  { src: webm, type: 'video/webm; codecs="vp9, opus"' },
  { src: mp4, type: 'video/mp4' },
];

/** The film about pools (scripts/media/make-film.ts). Its captions tell the story, so they are on from the start. */
export function FilmVideo() {
  const { brandName } = useSite();
  return (
    <VideoPlayer
      sources={sources}
      title={t`How ${{ brand: brandName }} works`}
      poster={poster}
      durationMs={durationMs}
      captions={[{ src: captions, label: verbatim('English'), language: 'en' }]}
      captionsOn
      autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
    />
  );
}
