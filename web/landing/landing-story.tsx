import { LockKeyhole, ShieldCheck, Users } from 'lucide-react';
import { useSite } from '#web/data/session.ts';
import { Delivered, Joining, Wish } from './drawings.tsx';

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
