import { LockKeyhole, PackageOpen, Play, ShieldCheck, Users } from 'lucide-react';
import { useSite } from '#web/data/session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/display.tsx';

/** Illustrates writing a request. */
function Wish() {
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
function Joining() {
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
function Delivered() {
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

const steps = [
  [Wish, 'accent', 'Have an idea', 'Say what you want, who should make it, and set a goal. That’s a tip pool.'],
  [Joining, 'love', 'Share it', 'Other fans pledge. Everyone watches the pool fill up live.'],
  [
    Delivered,
    'paid',
    'The creator delivers',
    'Once the goal is met, the creator accepts and delivers. Everyone who paid gets access.',
  ],
] as const;

/** The three steps, each with an illustration. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="landing-part">
      <h2 id="how-it-works">How it works</h2>
      <ol className="landing-steps">
        {steps.map(([Vignette, tone, title, text], index) => (
          <li key={title} className="card">
            <div className="vignette" data-tone={tone} aria-hidden="true">
              <Vignette />
            </div>
            <h3>
              <span className="num" aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const moments = [
  ['You pledge', 'Your card is checked and saved.', 'Nothing charged', 'pledged'],
  ['The goal is met', 'We ask the creator. You can still withdraw.', 'Nothing charged', 'pledged'],
  ['The creator accepts', 'Pledges are charged and held for this pool.', 'Charged', 'paid'],
  [
    'It is delivered',
    'You get access, and the creator is paid. If it isn’t delivered, you’re refunded.',
    'Paid or refunded',
    'paid',
  ],
] as const;

/** The state of a pledge's money at each step. */
function WhatIsCharged() {
  const { platformFeePercent } = useSite();
  return (
    <section aria-labelledby="what-is-charged" className="landing-part">
      <h2 id="what-is-charged">What is charged, and when</h2>
      <ol className="charged">
        {moments.map(([title, text, charge, tone]) => (
          <li key={title} data-tone={tone}>
            <b className="charged-mark">{charge}</b>
            <h3>{title}</h3>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-4 max-w-text text-sm text-muted">
        Fans pay exactly what they pledged and no extra fees. The creator pays {platformFeePercent}% and the card costs,
        and sees both before accepting.
      </p>
    </section>
  );
}

const reasons = [
  [
    ShieldCheck,
    'Risk-free pledging',
    'If the goal is missed or the creator declines, you pay nothing. If it isn’t delivered, you’re refunded automatically.',
  ],
  [Users, 'Community driven', 'Fans decide what to request. The more fans join, the sooner the goal is met.'],
  [LockKeyhole, 'Secure payments', 'A card processor handles all cards. Card numbers never reach our servers.'],
] as const;

/** How a pool works, in three steps, and when a fan is charged. */
export function LandingStory() {
  return (
    <>
      <HowItWorks />
      <WhatIsCharged />
    </>
  );
}

/** Three reasons to use the product. */
export function WhyChoose() {
  const { brandName } = useSite();
  return (
    <section aria-labelledby="why-choose" className="landing-part landing-why">
      <h2 id="why-choose">Why choose {brandName}</h2>
      <ul className="reasons">
        {reasons.map(([Icon, title, text]) => (
          <li key={title}>
            <Icon aria-hidden="true" />
            <h3 className="mt-2.5">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
