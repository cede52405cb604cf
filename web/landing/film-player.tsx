import { Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
import { clockText, filmSeconds, sceneAt, scenes } from './film.ts';
import { drawings } from './film-scenes.tsx';

/** The playback position in seconds. It advances while playing and stops at the end. */
function useClock() {
  const [seconds, setSeconds] = useState(0);
  const [playing, setPlaying] = useState(false);
  const last = useRef<number>(undefined);
  // With reduced motion, the film shows the end of the first scene and does not play until the user starts it.
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setSeconds((scenes[0]?.to ?? 0) - 0.1);
    else setPlaying(true);
  }, []);
  useEffect(() => {
    if (!playing) return;
    last.current = undefined;
    let frame = requestAnimationFrame(function tick(now) {
      const passed = last.current === undefined ? 0 : (now - last.current) / 1000;
      last.current = now;
      setSeconds((before) => Math.min(filmSeconds, before + Math.min(passed, 0.1)));
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  useEffect(() => {
    if (seconds >= filmSeconds) setPlaying(false);
  }, [seconds]);
  return { seconds, setSeconds, playing, setPlaying };
}

/** The film with its captions and controls: play, position and chapters. */
export function FilmPlayer() {
  const { seconds, setSeconds, playing, setPlaying } = useClock();
  const ended = seconds >= filmSeconds;
  const index = sceneAt(seconds);
  const scene = scenes[index];
  const Drawing = drawings[index];
  if (!scene || !Drawing) return null;
  const toggle = () => {
    if (ended) setSeconds(0);
    setPlaying(!playing);
  };
  return (
    <div className="film">
      <svg viewBox="0 0 640 360" role="img" aria-label={`${scene.title}: ${scene.caption}`} className="film-stage">
        <Drawing t={seconds - scene.from} />
      </svg>
      <p className="film-caption" aria-live={playing ? 'off' : 'polite'}>
        {scene.caption}
      </p>
      <div className="film-controls">
        <IconButton label={playing ? 'Pause' : ended ? 'Play again' : 'Play'} onClick={toggle}>
          {playing ? (
            <Pause aria-hidden="true" />
          ) : ended ? (
            <RotateCcw aria-hidden="true" />
          ) : (
            <Play aria-hidden="true" />
          )}
        </IconButton>
        <input
          type="range"
          min={0}
          max={filmSeconds}
          step={0.1}
          value={seconds}
          aria-label="Position"
          aria-valuetext={`${clockText(seconds)} of ${clockText(filmSeconds)}, ${scene.title}`}
          onChange={(event) => setSeconds(Number(event.currentTarget.value))}
        />
        <span className="money">
          {clockText(seconds)} / {clockText(filmSeconds)}
        </span>
      </div>
      <ol className="film-chapters" aria-label="Chapters">
        {scenes.map(({ title, from, to }, chapter) => (
          <li key={title}>
            <button
              type="button"
              aria-current={chapter === index ? 'step' : undefined}
              onClick={() => setSeconds(playing ? from : to - 0.1)}
            >
              {title}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
