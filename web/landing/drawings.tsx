import { PackageOpen, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { t, verbatim } from '#contract/language/text.ts';
import { formatMoney, formatPercent } from '#contract/values/money.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/display.tsx';

interface Drawing {
  className?: string;
}

/** A small card on a tinted ground. Hidden from screen readers, because it repeats the text beside it. */
function Vignette({ wash, className = '', children }: Drawing & { wash: string; children: ReactNode }) {
  return (
    <div className={`vignette grid h-47.5 place-items-center p-4 ${wash} ${className}`} aria-hidden="true">
      {/* In an article, paragraphs have a margin. */}
      <div className="grid w-full max-w-67.5 grid-cols-[minmax(0,1fr)] gap-3 rounded-lg bg-surface p-4 shadow-lift *:mt-0">
        {children}
      </div>
    </div>
  );
}

/** Illustrates writing a request. */
export function Wish({ className }: Drawing) {
  return (
    <Vignette wash="bg-accent-wash" className={className}>
      <p className="flex items-center gap-2 text-sm text-muted">
        <Avatar name={verbatim('Odd Harbour')} />
        {t`for ${{ creator: verbatim('Odd Harbour') }}`}
      </p>
      <b className="font-display text-lg leading-[1.15] font-bold tracking-tight">{t`A sea shanty about our cat`}</b>
      <p className="flex items-center justify-between gap-3">
        <Chip>
          <span>🎵</span>
          {t`Music`}
        </Chip>
        <span className="num">{formatMoney(600_00)}</span>
      </p>
    </Vignette>
  );
}

const joining = [
  verbatim('Noor Haddad'),
  verbatim('Kim Sato'),
  verbatim('Bea Lind'),
  verbatim('Ari Moss'),
  verbatim('Juno Wells'),
];

/** Illustrates other fans joining. */
export function Joining({ className }: Drawing) {
  return (
    <Vignette wash="bg-love-wash" className={className}>
      <p className="flex items-center">
        {joining.map((name) => (
          <Avatar key={name} name={name} className="-me-2 ring-2 ring-surface" />
        ))}
        <span className="num ms-4 text-muted">
          <bdi dir="ltr">+33</bdi>
        </span>
      </p>
      <p className="flex items-baseline justify-between gap-3">
        <b className="num text-xl leading-none">{formatMoney(432_00)}</b>
        <b className="text-accent-text">{formatPercent(72)}</b>
      </p>
      <svg className="h-3 w-full rounded-xs bg-sunken fill-accent rtl:-scale-x-100" aria-hidden="true">
        <rect width="72%" height="100%" rx="6" />
      </svg>
    </Vignette>
  );
}

const bars = [9, 16, 26, 18, 30, 38, 24, 34, 42, 28, 36, 22, 32, 40, 26, 18, 30, 20, 12, 8];

/** Illustrates a delivery. */
export function Delivered({ className }: Drawing) {
  return (
    <Vignette wash="bg-paid-wash" className={className}>
      <p className="flex items-center gap-2 text-sm font-semibold text-paid-text">
        <PackageOpen />
        {t`Delivered to 38 fans`}
      </p>
      <p className="flex items-center gap-3" dir="ltr">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-paid-text text-surface">
          {/* physical: a player's sign is the same in every language */}
          <Play className="translate-x-px fill-current" />
        </span>
        <svg viewBox="0 0 200 48" className="h-10 min-w-0 flex-1 fill-paid" aria-hidden="true">
          {bars.map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
            <rect key={index} x={index * 10} y={24 - height / 2} width="5" height={height} rx="2.5" />
          ))}
        </svg>
      </p>
      <p className="flex justify-between text-sm text-muted" dir="ltr">
        <span>{verbatim('our-cat.wav')}</span>
        <span className="num">2:41</span>
      </p>
    </Vignette>
  );
}
