import { useEffect } from 'react';

/**
 * Sets `--visible-height` of the document to the height that is in view. Browsers of iOS lay the keyboard over the page, so `100dvh` stays as
 * it was. Does nothing while the person has zoomed in.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const { visualViewport } = window;
    const { style } = document.documentElement;
    const fit = () => {
      if (visualViewport?.scale !== 1) return;
      style.setProperty('--visible-height', `${visualViewport.height}px`);
      // The browser has scrolled the field into view, which is not needed any longer.
      if (visualViewport.offsetTop > 0) window.scrollTo(0, 0);
    };
    visualViewport?.addEventListener('resize', fit);
    return () => {
      visualViewport?.removeEventListener('resize', fit);
      style.removeProperty('--visible-height');
    };
  }, []);
}
