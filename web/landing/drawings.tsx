import { PackageOpen, Play } from 'lucide-react';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/display.tsx';

/** Illustrates writing a request. */
export function Wish() {
  return (
    <div className="vignette-card">
      <p className="flex items-center gap-2 text-sm text-muted">
        <Avatar name="Odd Harbour" />
        for Odd Harbour
      </p>
      <b className="vignette-title">A sea shanty about our cat</b>
      <p className="flex items-center justify-between gap-3">
        <Chip>
          <span>🎵</span>Music
        </Chip>
        <span className="num">$600</span>
      </p>
    </div>
  );
}

const joining = ['Noor Haddad', 'Kim Sato', 'Bea Lind', 'Ari Moss', 'Juno Wells'];

/** Illustrates other fans joining. */
export function Joining() {
  return (
    <div className="vignette-card">
      <p className="vignette-fans">
        {joining.map((name) => (
          <Avatar key={name} name={name} className="vignette-fan" />
        ))}
        <span className="num ml-4 text-muted">+33</span>
      </p>
      <p className="flex items-baseline justify-between gap-3">
        <b className="num text-xl leading-none">$432</b>
        <b className="text-accent-text">72%</b>
      </p>
      <svg className="vignette-bar" aria-hidden="true">
        <rect width="72%" height="100%" rx="6" />
      </svg>
    </div>
  );
}

const bars = [9, 16, 26, 18, 30, 38, 24, 34, 42, 28, 36, 22, 32, 40, 26, 18, 30, 20, 12, 8];

/** Illustrates a delivery. */
export function Delivered() {
  return (
    <div className="vignette-card">
      <p className="flex items-center gap-2 text-sm font-semibold text-paid-text">
        <PackageOpen />
        Delivered to 38 fans
      </p>
      <p className="flex items-center gap-3">
        <span className="vignette-play">
          <Play />
        </span>
        <svg viewBox="0 0 200 48" className="vignette-wave" aria-hidden="true">
          {bars.map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
            <rect key={index} x={index * 10} y={24 - height / 2} width="5" height={height} rx="2.5" />
          ))}
        </svg>
      </p>
      <p className="flex justify-between text-sm text-muted">
        <span>our-cat.wav</span>
        <span className="num">2:41</span>
      </p>
    </div>
  );
}
