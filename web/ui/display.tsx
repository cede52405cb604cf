import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { msg, plural, type Text, t, textOf } from '#contract/language/text.ts';
import { fanArtUrl } from '#contract/values/fan-art.ts';
import { friendlyTime, fullDate } from '#contract/values/time.ts';
import { RichText } from './rich-text.tsx';

export type Tone = 'plain' | 'accent' | 'paid' | 'love' | 'danger' | 'veil';

/** A short label, such as a status or a category. The tone `veil` is for labels on pictures. */
export function Chip({ tone = 'plain', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={tone === 'plain' ? 'chip' : `chip chip-${tone}`}>
      {icon}
      <span className="contents">{children}</span>
    </span>
  );
}

/** The number of unread items. */
export function UnreadBadge({ count }: { count: number }) {
  const text =
    count > 99
      ? msg`99+ <spoken>unread</spoken>`
      : msg`${plural({ count }, { one: '# <spoken>unread</spoken>', other: '# <spoken>unread</spoken>' })}`;
  return (
    <span className="count-badge min-w-5.5 flex-none rounded-full bg-(--badge) px-2 py-0.5 text-center text-xs leading-[18px] font-bold text-(--on-badge) tabular-nums">
      <RichText text={text} tags={{ spoken: (words) => <span className="sr-only">{words}</span> }} />
    </span>
  );
}

/** The check mark of a verified creator. */
export function VerifiedTick({ label = t`Verified creator` }: { label?: Text }) {
  return (
    <span className="tick" role="img" aria-label={label} title={label}>
      <Check className="size-[72%] stroke-[3.5]" aria-hidden="true" />
    </span>
  );
}

/** "3h ago", with the full date on hover. After hydration the text may differ from the server's by a minute. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullDate(at)} suppressHydrationWarning>
      {friendlyTime(at)}
    </time>
  );
}

/** A generated drawing for pools without a picture. The same seed gives the same drawing on pages, in share pictures and in emails. */
export function FanArt({
  seed,
  hues,
  eager,
  className,
}: {
  seed: string;
  hues: readonly [number, number];
  eager?: boolean;
  className?: string;
}) {
  return (
    <img
      className={className ? `art ${className}` : 'art'}
      src={fanArtUrl({ seed, hues })}
      alt=""
      width={400}
      height={200}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
}

export interface Step {
  title: Text;
  detail?: ReactNode;
  state: 'done' | 'now' | 'next' | 'failed';
}

/** Read after the title of a step. */
const stateNames = {
  done: msg({ message: ', done', context: 'the state of a step' }),
  now: msg({ message: ', current', context: 'the state of a step' }),
  next: msg({ message: ', upcoming', context: 'the state of a step' }),
  failed: msg({ message: ', failed', context: 'the state of a step' }),
};

const stepWash = { done: '', now: 'bg-accent-wash', next: '', failed: 'bg-danger-wash' };

/** The steps of a process with their states. */
export function Stepper({ steps, label }: { steps: readonly Step[]; label: Text }) {
  return (
    <ol
      className="steps grid overflow-hidden rounded-xl bg-surface shadow-lift sm:auto-cols-fr sm:grid-flow-col"
      aria-label={label}
    >
      {steps.map((step) => (
        <li
          key={step.title}
          className={`border-line px-4 py-3 text-sm leading-[1.4] text-muted not-first:border-t sm:not-first:border-s sm:not-first:border-t-0 ${stepWash[step.state]}`}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <b
            className={`mb-0.5 block font-display text-base leading-tight font-bold ${step.state === 'next' ? '' : 'text-ink'}`}
          >
            {step.title}
            {step.state === 'done' ? (
              <Check className="ms-1.5 inline size-3.75 stroke-3 text-paid-text" aria-hidden="true" />
            ) : null}
            {step.state === 'failed' ? (
              <X className="ms-1.5 inline size-3.75 stroke-3 text-danger-text" aria-hidden="true" />
            ) : null}
            <span className="sr-only">{textOf(stateNames[step.state])}</span>
          </b>
          {step.detail}
        </li>
      ))}
    </ol>
  );
}

const fills = { accent: 'fill-accent', paid: 'fill-paid', danger: 'fill-danger' };

/** A progress bar or, with `role="meter"`, a meter. `share` is 0 to 1. */
export function ProgressBar({
  share,
  label,
  tone = 'accent',
  role = 'progressbar',
}: {
  share: number;
  label: Text;
  tone?: 'accent' | 'paid' | 'danger';
  role?: 'progressbar' | 'meter';
}) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const aria = { role, 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent };
  return (
    <div className="bar h-2 overflow-hidden rounded-xs bg-sunken" {...aria}>
      <svg className="block size-full" aria-hidden="true">
        <rect
          className={`${fills[tone]} transition-[width] duration-160 ease-linear`}
          width={`${percent}%`}
          height="100%"
        />
      </svg>
    </div>
  );
}
