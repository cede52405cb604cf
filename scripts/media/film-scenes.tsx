import type { ReactNode } from 'react';
import { ease } from './film.ts';

interface SceneProps {
  /** Seconds since the scene began. */
  t: number;
}

/** Fades in while moving up. */
function Rise({ t, at, children }: SceneProps & { at: number; children: ReactNode }) {
  const share = ease(t, at, at + 0.5);
  return (
    <g opacity={share} transform={`translate(0 ${(1 - share) * 18})`}>
      {children}
    </g>
  );
}

/** Grows from a point. */
function Pop({ t, at, x, y, children }: SceneProps & { at: number; x: number; y: number; children: ReactNode }) {
  const share = ease(t, at, at + 0.4);
  if (share === 0) return null;
  return <g transform={`translate(${x} ${y}) scale(${0.4 + 0.6 * share})`}>{children}</g>;
}

const faces = ['NH', 'KS', 'BL', 'AM', 'JW', 'TC', 'SM', 'RO'] as const;
const colors = ['#b4552d', '#7a5aa6', '#2f7d74', '#a3466f', '#8a6a10', '#3f6ea8', '#5b8a3c', '#a04a3f'] as const;

function Face({ index, size = 22 }: { index: number; size?: number }) {
  return (
    <>
      <circle r={size} fill={colors[index % colors.length]} />
      <text y={size * 0.3} fontSize={size * 0.8} className="film-initials">
        {faces[index % faces.length]}
      </text>
    </>
  );
}

const wish = 'A sea shanty about our cat';

function Idea({ t }: SceneProps) {
  const typed = wish.slice(0, Math.round(ease(t, 0.9, 3.4) * wish.length));
  return (
    <Rise t={t} at={0.1}>
      <rect x="150" y="78" width="340" height="204" rx="20" className="film-paper" />
      <Pop t={t} at={0.5} x={192} y={124}>
        <Face index={0} />
      </Pop>
      <text x="226" y="130" fontSize="16" className="film-muted">
        Noor asks Odd Harbour
      </text>
      <text x="176" y="190" fontSize="22" className="film-title">
        {typed}
        {typed.length < wish.length ? '|' : ''}
      </text>
      <Rise t={t} at={3.6}>
        <rect x="176" y="222" width="96" height="34" rx="11" className="film-chip" />
        <text x="224" y="244" fontSize="16" textAnchor="middle" className="film-on-chip">
          🎵 Music
        </text>
      </Rise>
      <Rise t={t} at={4}>
        <text x="464" y="248" fontSize="28" textAnchor="end" className="film-money">
          $600
        </text>
      </Rise>
    </Rise>
  );
}

const crest = `M0 0${'q18-9 36 0t36 0'.repeat(6)}`;
const meter = { x: 210, y: 70, width: 220, height: 220 };

/** The basin. `level` is from 0 to 1, the goal; `paid` is the paid share of it. */
function Vessel({ t, level, paid }: SceneProps & { level: number; paid: number }) {
  const y = meter.y + meter.height - level * meter.height * 0.82;
  const sway = Math.sin(t * 2.2) * 18 - 60;
  return (
    <>
      <clipPath id="film-vessel">
        <rect {...meter} rx="24" />
      </clipPath>
      <rect {...meter} rx="24" className="film-wall" />
      <g clipPath="url(#film-vessel)">
        <path d={`${crest}V300H0Z`} transform={`translate(${meter.x + sway} ${y})`} className="film-pledged" />
        <path
          d={`${crest}V300H0Z`}
          transform={`translate(${meter.x + sway} ${meter.y + meter.height - level * meter.height * 0.82 * paid + (1 - paid) * 14})`}
          className="film-paid"
          opacity={paid > 0 ? 1 : 0}
        />
      </g>
      <line
        x1={meter.x}
        x2={meter.x + meter.width}
        y1={meter.y + meter.height * 0.18}
        y2={meter.y + meter.height * 0.18}
        className="film-goal"
      />
    </>
  );
}

const pledges = [25, 10, 60, 5, 40, 15, 100, 20] as const;

function Pool({ t }: SceneProps) {
  const level = ease(t, 0.8, 7.2);
  return (
    <>
      <Vessel t={t} level={level} paid={0} />
      {pledges.map((dollars, index) => {
        const at = 0.5 + index * 0.75;
        const left = index % 2 === 0;
        const x = left ? 120 - (index % 4) * 16 : 520 + (index % 3) * 18;
        const y = 90 + Math.floor(index / 2) * 52;
        const fall = ease(t, at + 0.3, at + 1.1);
        return (
          <g key={dollars}>
            <Pop t={t} at={at} x={x} y={y}>
              <Face index={index} />
            </Pop>
            {fall > 0 && fall < 1 ? (
              <g
                transform={`translate(${x + (320 - x) * fall} ${y - Math.sin(fall * Math.PI) * 46 + (150 - y) * fall})`}
              >
                <circle r="19" className="film-coin" />
                <text y="5" fontSize="14" className="film-coin-text">
                  ${dollars}
                </text>
              </g>
            ) : null}
          </g>
        );
      })}
      <text x="320" y="252" fontSize="38" textAnchor="middle" className="film-sum" opacity={ease(t, 0.6, 1)}>
        ${Math.round(level * 600)}
      </text>
      <text x="320" y="274" fontSize="15" textAnchor="middle" className="film-sum" opacity={ease(t, 0.6, 1)}>
        of $600
      </text>
    </>
  );
}

const rays = Array.from({ length: 14 }, (_, index) => {
  const angle = (index / 14) * 2 * Math.PI;
  return { x: Math.cos(angle), y: Math.sin(angle), index };
});
const rayClass = ['film-ray-love', 'film-ray-accent', 'film-ray-paid'];

function Yes({ t }: SceneProps) {
  const burst = ease(t, 0.1, 0.9);
  return (
    <>
      <g opacity={1 - ease(t, 0.9, 1.6)}>
        {rays.map(({ x, y, index }) => (
          <line
            key={index}
            x1={320 + x * (120 + burst * 20)}
            y1={180 + y * (120 + burst * 20)}
            x2={320 + x * (120 + burst * 70)}
            y2={180 + y * (120 + burst * 70)}
            className={`film-ray ${rayClass[index % 3]}`}
          />
        ))}
      </g>
      <Vessel t={t} level={1} paid={ease(t, 2.6, 5)} />
      <Pop t={t} at={1} x={510} y={226}>
        <circle r="34" fill="#3f6ea8" />
        <text y="10" fontSize="25" className="film-initials">
          OH
        </text>
      </Pop>
      <Pop t={t} at={1.5} x={520} y={140}>
        <path
          d="M-70-34h140a14 14 0 0 1 14 14v40a14 14 0 0 1-14 14h-58l-12 16-2-16h-68a14 14 0 0 1-14-14v-40a14 14 0 0 1 14-14z"
          className="film-paper"
        />
        <text y="-5" fontSize="22" textAnchor="middle" className="film-title">
          Yes.
        </text>
        <text y="18" fontSize="15" textAnchor="middle" className="film-muted">
          Done in 30 days
        </text>
      </Pop>
      <Rise t={t} at={3.2}>
        <text x="112" y="168" fontSize="34" textAnchor="middle" className="film-money-lit">
          $600
        </text>
        <text x="112" y="192" fontSize="16" textAnchor="middle" className="film-light">
          held for this pool
        </text>
      </Rise>
    </>
  );
}

const waves = [12, 22, 36, 26, 44, 58, 38, 52, 64, 44, 56, 34, 48, 62, 40, 28, 46, 32, 20, 12];

function Delivery({ t }: SceneProps) {
  return (
    <>
      <Rise t={t} at={0.1}>
        <rect x="130" y="66" width="380" height="140" rx="20" className="film-paper" />
        <circle cx="184" cy="136" r="28" className="film-play" />
        <path d="M177 123l20 13-20 13z" className="film-paper" />
        {waves.map((height, index) => {
          const played = index / waves.length < ease(t, 0.8, 9);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
              key={index}
              x={232 + index * 12.5}
              y={136 - height / 2}
              width="6"
              height={height}
              rx="3"
              className={played ? 'film-wave-played' : 'film-wave'}
            />
          );
        })}
      </Rise>
      {Array.from({ length: 16 }, (_, index) => (
        <Pop
          // biome-ignore lint/suspicious/noArrayIndexKey: a drawing
          key={index}
          t={t}
          at={1.4 + index * 0.14}
          x={140 + (index % 8) * 51.5}
          y={246 + Math.floor(index / 8) * 52}
        >
          <Face index={index * 3 + 1} size={19} />
          <circle cx="14" cy="13" r="9" className="film-play" />
          <path d="M10 13l3 3 5-6" className="film-check" />
        </Pop>
      ))}
    </>
  );
}

const outcomes = [
  ['No goal?', 'You pay nothing.'],
  ['Declined?', 'You pay nothing.'],
  ['No delivery?', 'You’re refunded.'],
] as const;

const fan = ['M0 0-82-92', 'M0 0-32-122', 'M0 0 32-122', 'M0 0 82-92'];
const fanClass = ['film-ray-love', 'film-ray-accent', 'film-ray-accent', 'film-ray-paid'];

function OrElse({ t }: SceneProps) {
  const end = ease(t, 3.4, 3.9);
  return (
    <>
      <g opacity={1 - end}>
        {outcomes.map(([question, answer], index) => (
          <Rise key={question} t={t} at={0.2 + index * 0.7}>
            <text x="290" y={120 + index * 66} fontSize="28" textAnchor="end" className="film-light">
              {question}
            </text>
            <text x="316" y={120 + index * 66} fontSize="28" className="film-money-lit">
              {answer}
            </text>
          </Rise>
        ))}
      </g>
      <g opacity={end}>
        <g transform="translate(320 206)">
          {fan.map((ray, index) => (
            <path
              key={ray}
              d={ray}
              className={`film-fan ${fanClass[index]}`}
              transform={`rotate(${(1 - ease(t, 3.5, 4.5)) * (index - 1.5) * -24})`}
            />
          ))}
          <circle r="15" className="film-light-fill" />
        </g>
        <text x="320" y="282" fontSize="31" textAnchor="middle" className="film-tagline">
          Ask together. Pay only if it happens.
        </text>
      </g>
    </>
  );
}

/** One drawing per scene, in order. */
export const drawings = [Idea, Pool, Yes, Delivery, OrElse] as const;
