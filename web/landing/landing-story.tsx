import { HandCoins, Lightbulb, LockKeyhole, PackageOpen, ShieldCheck, Users } from 'lucide-react';
import { useSite } from '#web/data/session.ts';

const steps = [
  [Lightbulb, 'Have an idea', 'Say what you want made, by whom, and what it should cost. That is a tip pool.'],
  [HandCoins, 'Share it', 'Other fans pledge. The pool fills up on every screen that shows it, as it happens.'],
  [PackageOpen, 'The creator delivers', 'Goal met, the creator says yes, makes it, and everyone who paid gets access.'],
] as const;

/** The three steps. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="landing-part">
      <h2 id="how-it-works">How it works</h2>
      <ol className="landing-steps">
        {steps.map(([Icon, title, text], index) => (
          <li key={title} className="card">
            <span className="num landing-number" aria-hidden="true">
              {index + 1}
            </span>
            <Icon aria-hidden="true" className="size-6! text-accent-text" />
            <h3 className="mt-4">{title}</h3>
            <p className="mt-1.5 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const moments = [
  ['You pledge', 'Your card is checked and saved.', 'Nothing charged', 'pledged'],
  ['The goal is met', 'The creator is asked. You may still withdraw.', 'Nothing charged', 'pledged'],
  ['The creator says yes', 'Pledges are charged and held for this pool.', 'Charged', 'paid'],
  [
    'It is delivered',
    'You get it; the creator is paid. Not delivered? You are paid back.',
    'Kept or paid back',
    'paid',
  ],
] as const;

/** What happens to a pledge, moment by moment. */
export function WhatIsCharged() {
  const { platformFeePercent } = useSite();
  return (
    <section aria-labelledby="what-is-charged" className="landing-part">
      <h2 id="what-is-charged">What is charged, and when</h2>
      <ol className="charged">
        {moments.map(([title, text, charge, tone]) => (
          <li key={title} data-tone={tone}>
            <b className="charged-mark">{charge}</b>
            <h3>{title}</h3>
            <p className="text-[14px] text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-4 max-w-[70ch] text-[14px] text-muted">
        Fans pay exactly what they pledged, nothing on top. {platformFeePercent}% and the card costs come from the
        creator’s side, and the creator sees both before saying yes.
      </p>
    </section>
  );
}

const reasons = [
  [
    ShieldCheck,
    'Risk-free pledging',
    'No goal, no yes, no delivery: in each case you keep or get back your money by itself.',
  ],
  [Users, 'Community driven', 'Fans decide what gets asked. The more of you join, the sooner the pool is full.'],
  [LockKeyhole, 'Secure payments', 'Cards are handled by a card processor. Their numbers never reach our servers.'],
] as const;

/** Why anyone would. */
export function WhyChoose() {
  const { brandName } = useSite();
  return (
    <section aria-labelledby="why-choose" className="landing-part">
      <h2 id="why-choose">Why choose {brandName}</h2>
      <ul className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {reasons.map(([Icon, title, text]) => (
          <li key={title} className="grid grid-cols-[28px_1fr] gap-x-3">
            <Icon aria-hidden="true" className="mt-0.5 text-paid-text" />
            <div>
              <h3>{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
