import { useEffect, useRef } from 'react';

/**
 * For a dialog whose success removes the button that opened it. Returns a function to call on success: once the dialog is gone, the focus
 * moves to the element that matches the selector instead of to the body.
 */
export function useFocusAfter(selector: string): () => void {
  const isDone = useRef(false);
  useEffect(
    () => () => {
      const target = isDone.current ? document.querySelector<HTMLElement>(selector) : null;
      if (!target) return;
      target.tabIndex = -1;
      target.focus();
    },
    [selector],
  );
  return () => {
    isDone.current = true;
  };
}
