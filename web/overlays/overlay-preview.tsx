import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { previewOverlay } from '#contract/calls/overlays.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { overlayPreviewPath } from '#contract/overlays/overlay-limits.ts';
import type { OverlaySettings } from '#contract/overlays/overlays.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

type Preview = OutputOf<typeof previewOverlay>;

const sizes = [
  [1920, 1080],
  [1280, 720],
  [800, 200],
  [400, 100],
] as const;

/** Reads the preview of these settings. Keeps the last one while the next is read, and if that fails. */
function usePreview(poolId: string, settings: OverlaySettings): Preview | undefined {
  const wanted = useDebounced(JSON.stringify({ poolId, settings }), 250);
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    let isCurrent = true;
    call(previewOverlay, { body: JSON.parse(wanted) as { poolId: string; settings: OverlaySettings } })
      .then((next) => isCurrent && setPreview(next))
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return preview;
}

/** How much smaller than the source its frame is shown. */
function useScale(width: number) {
  const ref = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    const measure = () => setScale(Math.min(1, box.clientWidth / width));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [width]);
  return { ref, scale };
}

/**
 * A stand-in for video: dark on one side and bright on the other, because text must be readable on both. Not a class: those are in the
 * stylesheet of every page.
 */
const backdrop =
  'linear-gradient(100deg, oklch(0.2 0.06 270), oklch(0.45 0.13 250) 38%, oklch(0.8 0.11 80) 74%, oklch(0.99 0.01 90))';

/** The overlay with these settings, as streaming software would show it. */
export function OverlayPreview({ poolId, settings }: { poolId: string; settings: OverlaySettings }) {
  const id = useId();
  const preview = usePreview(poolId, settings);
  const [size, setSize] = useState(0);
  const [width, height] = sizes[size] ?? sizes[0];
  const { ref, scale } = useScale(width);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const post = (message: Partial<Preview>) =>
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'overlay ready') setReady(true);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `post` reads the frame when it is called
  useEffect(() => {
    if (isReady && preview) post({ view: preview.view });
  }, [isReady, preview]);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="text-lg">{t`Preview`}</h2>
      <div ref={ref} dir="ltr" className="overflow-hidden rounded-lg shadow-ring">
        <div style={{ background: backdrop, width: width * scale, height: height * scale }}>
          <iframe
            ref={frame}
            src={overlayPreviewPath}
            title={t`Preview of the overlay`}
            width={width}
            height={height}
            // The page in the frame has the light scheme: with another one here, browsers would not let the backdrop through.
            style={{ border: 0, colorScheme: 'light', transform: `scale(${scale})`, transformOrigin: '0 0' }}
            className="pointer-events-none block max-w-none"
          />
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={t`Size in the stream`}
          value={size}
          onChange={(event) => setSize(Number(event.target.value))}
        >
          {sizes.map(([wide, high], index) => (
            <option key={wide} value={index}>
              {/* Isolated: in a line from right to left, the sides would change places. */}
              {verbatim(`\u2066${wide} × ${high}\u2069`)}
            </option>
          ))}
        </SelectField>
        <Button
          disabled={!preview}
          onClick={() => preview && post({ alert: preview.alert })}
        >{t`Show an alert`}</Button>
      </div>
    </section>
  );
}
