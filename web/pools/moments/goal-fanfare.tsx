import type { CreateTypes } from 'canvas-confetti';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fullDate } from '#contract/values/time.ts';
import { logFailure } from '#web/data/log.ts';
import { FanMark } from '#web/ui/brand.tsx';
import { IconButton } from '#web/ui/button.tsx';

/** The tokens accent, accent-lit, love and paid. The library takes only hexadecimal colors. */
const colors = ['#e7a51f', '#f7c95c', '#e35d5b', '#2b8a82'];

/** The mark's open fan, as a piece of confetti. */
const fanPath = 'M16 27 4 16 8.5 8.5 16 5 23.5 8.5 28 16Z';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Two cannons from the lower corners and a fan of light pieces above them: about two seconds in all. */
async function fire(confetti: CreateTypes, shapeFromPath: (path: string) => import('canvas-confetti').Shape) {
  const fan = shapeFromPath(fanPath);
  const shared = { colors, ticks: 110, gravity: 1.1, decay: 0.91 };
  const cannon = (angle: number, x: number) =>
    confetti({
      ...shared,
      angle,
      origin: { x, y: 0.95 },
      particleCount: 70,
      spread: 58,
      startVelocity: 62,
      shapes: [fan, 'square'],
    });
  const corners = [cannon(62, 0), cannon(118, 1)];
  await pause(350);
  const crown = confetti({
    ...shared,
    origin: { x: 0.5, y: 0.32 },
    particleCount: 60,
    spread: 360,
    startVelocity: 26,
    gravity: 0.7,
    shapes: [fan],
    scalar: 1.3,
  });
  await Promise.all([...corners, crown]);
}

/** Draws the confetti on the canvas once. People who ask for less motion get none. */
function useConfetti() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const sky = canvas.current;
    let confetti: CreateTypes | undefined;
    let isClosed = false;
    const run = async () => {
      const { default: library } = await import('canvas-confetti');
      if (isClosed) return;
      // The library's worker would need a blob URL, which our content policy refuses.
      confetti = library.create(sky, { resize: true, useWorker: false });
      sky.dataset.fired = 'true';
      await fire(confetti, (path) => library.shapeFromPath({ path }));
    };
    run().catch((error: unknown) => logFailure('could not draw the confetti', error));
    return () => {
      isClosed = true;
      confetti?.reset();
    };
  }, []);
  return canvas;
}

/** The next step after the goal, with its date. */
function nextStep({ status, clocks, targetCreator, assignedCreator }: FanfarePool): Text {
  const creator = targetCreator?.displayName ?? assignedCreator?.displayName ?? assignedCreator?.username;
  if (status === 'collecting') return t`The creator has accepted, so cards are being charged now.`;
  if (status === 'accepted' && creator)
    return clocks.accountDueAt
      ? t`Cards are charged once ${{ creator }} can be paid. If that isn’t possible by ${{ date: fullDate(clocks.accountDueAt) }}, no card is charged.`
      : t`Cards are charged once ${{ creator }} can be paid. If that isn’t possible, no card is charged.`;
  if (!assignedCreator || !creator) return t`Next, a creator takes it on. No card is charged before one accepts.`;
  return clocks.responseDueAt
    ? t`${{ creator }} has until ${{ date: fullDate(clocks.responseDueAt) }} to accept or decline. No card is charged before that.`
    : t`${{ creator }} is asked to accept or decline. No card is charged before that.`;
}

type FanfarePool = Pick<Pool, 'status' | 'clocks' | 'targetCreator' | 'assignedCreator'>;

interface FanfareProps {
  title: Text;
  figures: Text;
  pool: FanfarePool;
  /** Without it only the confetti shows, because the page itself says what happened. */
  banner: boolean;
  onClose: () => void;
}

/** The celebration of a met goal: confetti over the page, and a banner that stays until the person closes it. */
export function GoalFanfare({ title, figures, pool, banner, onClose }: FanfareProps) {
  const canvas = useConfetti();
  return (
    <>
      <canvas ref={canvas} className="pointer-events-none fixed inset-0 z-46 size-full" />
      {banner ? (
        <section
          className="fixed inset-x-4 top-[calc(env(safe-area-inset-top)+--spacing(4))] z-44 mx-auto grid max-w-135 animate-[fanfare_520ms_var(--ease)_both] grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-4 rounded-2xl bg-raised py-4 ps-5 pe-3 shadow-float inset-ring-2 inset-ring-accent"
          aria-label={t`Goal met`}
        >
          <div className="mt-0.5 h-10.5 w-13 *:size-full">
            <FanMark />
          </div>
          <div>
            <p className="mb-1 font-display text-xl leading-[1.15] font-extrabold">{title}</p>
            <p>{figures}</p>
            <p>{nextStep(pool)}</p>
          </div>
          <IconButton label={t`Close`} className="-mt-1" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </section>
      ) : null}
    </>
  );
}
