import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface AfterPaintProps {
  /** Shown in the first frame. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Renders its children right after the next frame, so that the frame that answers a tap does not wait for them. For content that slides or
 * fades in anyway.
 */
export function AfterPaint({ waiting = null, children }: AfterPaintProps) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The callback runs before the frame is painted, the timer after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted ? children : waiting;
}
