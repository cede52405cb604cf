import { useEffect, useState } from 'react';

/** A heading counts as reached below the top bar, a little before it gets there. */
const reachedPx = 140;

/** The last heading that the reader has scrolled to. At the end of the page it is the last one, which may be too low to get to the top. */
export function sectionAt(tops: readonly { id: string; top: number }[], isAtEnd: boolean): string | undefined {
  if (isAtEnd) return tops.at(-1)?.id;
  return tops.findLast(({ top }) => top <= reachedPx)?.id;
}

/** The id of the section that the person reads, for the table of contents. Undefined above the first section. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  const joined = ids.join(' ');
  useEffect(() => {
    const headings = joined
      .split(' ')
      .map((id) => document.getElementById(id))
      .filter((heading) => heading !== null);
    let frame = 0;
    const update = () => {
      frame = 0;
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
      setCurrent(
        sectionAt(
          headings.map((heading) => ({ id: heading.id, top: heading.getBoundingClientRect().top })),
          isAtEnd,
        ),
      );
    };
    const schedule = () => {
      frame ||= requestAnimationFrame(update);
    };
    schedule();
    window.addEventListener('scroll', schedule, { passive: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', schedule);
      window.removeEventListener('resize', schedule);
    };
  }, [joined]);
  return current;
}
