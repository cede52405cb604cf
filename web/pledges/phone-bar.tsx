import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * The main action of the pledge box on phones, also in landscape. While its place in the box is out of view, it is a strip at the bottom of
 * the screen, above the tab bar: one line with `state` and the action. The strip has its own space at the end of the page.
 */
export function PhoneBar({ state, children }: { state: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(true);
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const wide = window.matchMedia('(min-width: 768px)');
    let observer: IntersectionObserver | undefined;
    const observe = () => {
      observer?.disconnect();
      // Low, wide screens show the whole form in the box.
      const target = box.clientHeight > 0 ? box : (box.closest('aside')?.querySelector('form') ?? box);
      const tabBar = document.querySelector('.tab-bar')?.clientHeight ?? 0;
      observer = new IntersectionObserver((entries) => setAway(entries.at(-1)?.isIntersecting !== true), {
        rootMargin: `0px 0px -${tabBar}px`,
        threshold: box.clientHeight > 0 ? 1 : 0.5,
      });
      observer.observe(target);
    };
    observe();
    // Turning a phone can replace the form by the button, and the reverse.
    wide.addEventListener('change', observe);
    return () => {
      wide.removeEventListener('change', observe);
      observer?.disconnect();
    };
  }, []);
  return (
    <div ref={place} className="pledge-place">
      <div className="pledge-bar" data-away={isAway}>
        {isAway ? <p className="pledge-bar-state">{state}</p> : null}
        {children}
      </div>
    </div>
  );
}
