import { fillOf, formatMoney, percentageText } from '#contract/values/money.ts';

export interface PoolMeterProps {
  goalCents: number;
  pledgedCents: number;
  paidCents: number;
  /** The end of the text for screen readers: "3 days left". */
  note?: string;
}

/** The meter as text for screen readers: "$420 pledged of $600, 70%, 3 days left". */
export function meterText({ goalCents, pledgedCents, paidCents, note }: PoolMeterProps): string {
  const parts = [
    `${formatMoney(pledgedCents)} pledged of ${formatMoney(goalCents)}`,
    percentageText(pledgedCents, goalCents).replace('<', 'less than '),
  ];
  if (paidCents > 0) parts.push(`${formatMoney(paidCents)} paid`);
  if (note) parts.push(note);
  return parts.join(', ');
}

function meterRole(props: PoolMeterProps) {
  return {
    role: 'meter',
    'aria-label': 'Pool funding',
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
    <div className={large ? 'meter meter-lg' : 'meter'} {...meterRole(props)}>
      <svg aria-hidden="true">
        <rect className="fill-pledged" width={percent(fillOf(pledgedCents, goalCents))} height="100%" rx="7" />
        <rect className="fill-paid" width={percent(fillOf(paidCents, goalCents))} height="100%" rx="7" />
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
function placeOf(pledged: number, paid: number): { 'data-place': string; 'data-on': string } {
  if (paid >= 0.4) return { 'data-place': 'bottom', 'data-on': 'paid' };
  if (paid === 0 && pledged >= 0.4) return { 'data-place': 'bottom', 'data-on': 'pledged' };
  if (pledged <= 0.5) return { 'data-place': 'top', 'data-on': 'wall' };
  return { 'data-place': 'bottom', 'data-on': 'mixed' };
}

function Level({ kind, level, rise }: { kind: 'pledged' | 'paid' | 'own' | 'own-paid'; level: number; rise?: number }) {
  if (level <= 0) return null;
  const wave = (
    <g className="sway">
      <path d={body} transform="translate(0 -8)" />
      <path d={crest} transform="translate(0 -8)" fill="none" strokeWidth="3" />
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

/** The large meter of the pool page and the landing hero: pledged money rises, paid money fills from below, and a line marks the goal. */
export function PoolBasin({ small, own, ...props }: BasinProps) {
  const { goalCents, pledgedCents, paidCents } = props;
  const pledged = levelOf(Math.max(pledgedCents, paidCents), goalCents);
  const paid = levelOf(paidCents, goalCents);
  const ownPledged = own && !own.paid ? ownPart(own.cents, pledgedCents, goalCents) : 0;
  const ownPaid = own?.paid ? ownPart(own.cents, paidCents, goalCents) : 0;
  const goalY = percent(1 - goalAt);
  return (
    <div className={small ? 'basin basin-sm' : 'basin'} {...meterRole(props)}>
      <svg className="vessel" overflow="hidden" aria-hidden="true">
        {ownPledged > 0 ? <Level kind="own" level={pledged} rise={ownPledged} /> : null}
        <Level kind="pledged" level={pledged - ownPledged} />
        {ownPaid > 0 ? <Level kind="own-paid" level={paid} rise={ownPaid} /> : null}
        <Level kind="paid" level={paid - ownPaid} />
        <line
          className={pledged > goalAt ? 'goal-line goal-line-over' : 'goal-line'}
          x1="0"
          x2="100%"
          y1={goalY}
          y2={goalY}
        />
      </svg>
      <div className="basin-label" aria-hidden="true" {...placeOf(pledged, paid)}>
        <span className="num">{formatMoney(pledgedCents)}</span>
        {small ? <span>pledged of {formatMoney(goalCents)}</span> : null}
        <span className="basin-share">
          {`${percentageText(pledgedCents, goalCents)}${small ? '' : ` of ${formatMoney(goalCents)}`}`}
        </span>
      </div>
    </div>
  );
}
