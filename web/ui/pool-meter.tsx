import type { ReactNode } from 'react';
import { msg, type Text, t } from '#contract/language/text.ts';
import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';
import { RichText } from './rich-text.tsx';

export interface PoolMeterProps {
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  /** The end of the text for screen readers: "3 days left". */
  note?: Text;
}

type Figures = Readonly<Record<'pledged' | 'goal' | 'percentage' | 'paid', Text>>;

const pledgedText = ({ pledged, goal, percentage }: Figures) =>
  percentage === '<1%'
    ? t`${{ pledged }} pledged of ${{ goal }}, less than 1%`
    : t`${{ pledged }} pledged of ${{ goal }}, ${{ percentage }}`;

const withPaidText = ({ pledged, goal, percentage, paid }: Figures) =>
  percentage === '<1%'
    ? t`${{ pledged }} pledged of ${{ goal }}, less than 1%, ${{ paid }} paid`
    : t`${{ pledged }} pledged of ${{ goal }}, ${{ percentage }}, ${{ paid }} paid`;

/** The meter as text for screen readers: "$420 pledged of $600, 70%, 3 days left". */
export function meterText({ goalCents, pledgedCents, paidCents, note }: PoolMeterProps): Text {
  const figures = {
    pledged: formatMoney(pledgedCents),
    goal: formatMoney(goalCents),
    percentage: percentageText(pledgedCents, goalCents),
    paid: formatMoney(paidCents),
  };
  const funding = paidCents > 0 ? withPaidText(figures) : pledgedText(figures);
  return note ? t`${{ funding }}, ${{ timeLeft: note }}` : funding;
}

function meterRole(props: PoolMeterProps) {
  return {
    role: 'meter',
    'aria-label': t`Pool funding`,
    'aria-valuemin': 0,
    'aria-valuemax': props.goalCents / 100,
    'aria-valuenow': Math.min(props.pledgedCents, props.goalCents) / 100,
    'aria-valuetext': meterText(props),
  };
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;

/** The slim meter of cards and rows. Its width is capped at the goal; the percentage beside it is not. */
export function PoolBar({ large, ...props }: PoolMeterProps & { large?: boolean }) {
  const { goalCents, pledgedCents, paidCents } = props;
  return (
    <div
      className={`meter relative block w-full overflow-hidden bg-sunken ${large ? 'h-4.5 rounded-md' : 'h-3 rounded-sm'}`}
      {...meterRole(props)}
    >
      <svg className="block size-full" aria-hidden="true">
        <rect
          className="fill-pledged fill-accent transition-[width] duration-240 ease-(--ease)"
          width={percent(fillOf(pledgedCents, goalCents))}
          height="100%"
          rx="7"
        />
        <rect
          className="fill-paid transition-[width] duration-240 ease-(--ease)"
          width={percent(fillOf(paidCents, goalCents))}
          height="100%"
          rx="7"
        />
      </svg>
    </div>
  );
}

// Wider than any screen by at least one wave, which the sway animation needs.
const crest = `M0 8q12.5-7 25 0${'t25 0'.repeat(63)}`;
const body = `${crest}V1000H0Z`;
// The goal line is below the rim, so that pledges beyond the goal are visible above it.
const goalAt = 0.82;

// The lowest level that is visible above the rounded floor of the basin.
const lowestLevel = 0.06;

/** The height of a level in the basin, 0 to 1. Above the goal it rises more and more slowly and never reaches the rim. */
function levelOf(cents: number, goalCents: number): number {
  const share = goalCents > 0 ? cents / goalCents : 0;
  if (share <= 0) return 0;
  return share <= 1 ? Math.max(lowestLevel, share * goalAt) : goalAt + (1 - goalAt) * 0.72 * (1 - 1 / share);
}

/**
 * Where the figures are readable: on the fill if it covers them, on the empty wall above a low fill, otherwise on a label with its own
 * background.
 */
function labelClass(pledged: number, paid: number, small: boolean | undefined): string {
  const isOnPaid = paid >= 0.4;
  const isOnPledged = paid === 0 && pledged >= 0.4;
  if (!isOnPaid && !isOnPledged && pledged <= 0.5) return small ? 'inset-x-3.5 top-6' : 'inset-x-4 top-10';
  const place = small ? 'inset-x-3.5 bottom-2.75' : 'inset-x-4 bottom-3.25';
  if (isOnPaid) return `${place} text-on-paid`;
  if (isOnPledged) return `${place} text-on-accent`;
  return `${small ? place : 'inset-x-2.5 bottom-2.5'} rounded-md bg-surface/92 px-2.5 py-2`;
}

const waveColors = {
  pledged: { water: 'fill-accent', crest: 'stroke-(--accent-lit)' },
  own: { water: 'fill-(--accent-lit)', crest: 'stroke-(--accent-edge)' },
  paid: { water: 'fill-paid', crest: 'stroke-(--paid-lit)' },
  'own-paid': { water: 'fill-(--paid-lit)', crest: 'stroke-paid-wash' },
};

function Level({ kind, level, rise }: { kind: keyof typeof waveColors; level: number; rise?: number }) {
  if (level <= 0) return null;
  const wave = (
    <g className="sway">
      <path className={waveColors[kind].water} d={body} transform="translate(0 -8)" />
      <path className={waveColors[kind].crest} d={crest} transform="translate(0 -8)" fill="none" strokeWidth="3" />
    </g>
  );
  return (
    <svg
      aria-hidden="true"
      className={`level level-${kind}`}
      y={percent(1 - level)}
      width="100%"
      // The rise starts one height of this element below its place.
      height={percent(rise ?? 1)}
      overflow="visible"
    >
      {rise === undefined ? wave : <g className="rise">{wave}</g>}
    </svg>
  );
}

// A smaller part would be hidden by the wave of the others' level.
const leastRise = 0.08;

/** The height of a person's own part at the top of a level. */
function ownPart(cents: number, totalCents: number, goalCents: number): number {
  if (cents <= 0) return 0;
  const total = levelOf(totalCents, goalCents);
  return Math.min(total, Math.max(total - levelOf(Math.max(totalCents - cents, 0), goalCents), leastRise));
}

interface BasinProps extends PoolMeterProps {
  small?: boolean;
  /** The person's part of the pledged or of the paid money. It rises last, in its own color. */
  own?: { cents: number; paid: boolean };
}

function BasinFigures({ small, goalCents, pledgedCents }: BasinProps) {
  const pledged = formatMoney(pledgedCents);
  const goal = formatMoney(goalCents);
  const percentage = percentageText(pledgedCents, goalCents);
  // A sum with cents leaves little room. The words beside it wrap; the sum does not.
  const sum = (text: ReactNode) => (
    <span className={`num flex-none leading-none font-extrabold ${small ? 'text-2xl' : 'text-3xl'}`}>{text}</span>
  );
  return (
    <>
      {small ? (
        <span className="contents">
          <RichText
            text={msg`<sum>${{ pledged }}</sum> <words>pledged of ${{ goal }}</words>`}
            tags={{ sum, words: (words) => <span>{words}</span> }}
          />
        </span>
      ) : (
        sum(pledged)
      )}
      <span className="ms-auto text-end">{small ? percentage : t`${{ percentage }} of ${{ goal }}`}</span>
    </>
  );
}

/** The large meter of the pool page and the landing hero: pledged money rises, paid money fills from below, and a line marks the goal. */
export function PoolBasin({ small, own, ...props }: BasinProps) {
  const { goalCents, pledgedCents, paidCents } = props;
  const pledged = levelOf(Math.max(pledgedCents, paidCents), goalCents);
  const paid = levelOf(paidCents, goalCents);
  const ownPledged = own && !own.paid ? ownPart(own.cents, pledgedCents, goalCents) : 0;
  const ownPaid = own?.paid ? ownPart(own.cents, paidCents, goalCents) : 0;
  const goalY = percent(1 - goalAt);
  return (
    <div className={`basin relative rounded-xl bg-sunken ${small ? 'h-26' : 'h-42'}`} {...meterRole(props)}>
      <svg className="absolute inset-0 size-full rounded-[inherit]" overflow="hidden" aria-hidden="true">
        {ownPledged > 0 ? <Level kind="own" level={pledged} rise={ownPledged} /> : null}
        <Level kind="pledged" level={pledged - ownPledged} />
        {ownPaid > 0 ? <Level kind="own-paid" level={paid} rise={ownPaid} /> : null}
        <Level kind="paid" level={paid - ownPaid} />
        <line
          className={
            pledged > goalAt
              ? 'stroke-[oklch(0.23_0.05_60/0.55)]'
              : 'stroke-[light-dark(oklch(0.25_0.045_330/0.5),oklch(0.955_0.014_80/0.45))]'
          }
          strokeWidth="1.5"
          strokeDasharray="3 5"
          x1="0"
          x2="100%"
          y1={goalY}
          y2={goalY}
        />
      </svg>
      <div
        className={`absolute flex items-baseline-last gap-2 text-sm leading-[1.15] font-semibold tabular-nums ${labelClass(pledged, paid, small)}`}
        aria-hidden="true"
      >
        <BasinFigures small={small} {...props} />
      </div>
    </div>
  );
}
