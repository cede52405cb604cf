import { LockKeyhole, ShieldCheck, Users } from 'lucide-react';
import { msg, t, textOf } from '#contract/language/text.ts';
import { formatPercent } from '#contract/values/money.ts';
import { useSite } from '#web/data/session.ts';
import { Chip } from '#web/ui/display.tsx';
import { Delivered, Joining, Wish } from './drawings.tsx';
import { LandingPart } from './landing-part.tsx';

const steps = [
  [Wish, msg`Have an idea`, msg`Say what you want, who should make it, and set a goal. That’s a tip pool.`],
  [Joining, msg`Share it`, msg`Other fans pledge. Everyone watches the pool fill up live.`],
  [
    Delivered,
    msg`The creator delivers`,
    msg`Once the goal is met, the creator accepts and delivers. Everyone who paid gets access.`,
  ],
] as const;

/** The three steps, each with an illustration. */
export function HowItWorks() {
  return (
    <LandingPart id="how-it-works" title={t`How it works`}>
      <ol className="grid grid-cols-1 gap-5 md:grid-cols-3">
        {steps.map(([Drawing, title, text], index) => (
          <li
            key={textOf(title)}
            className="card overflow-hidden pb-5 [contain-intrinsic-size:auto_276px] [content-visibility:auto]"
          >
            <Drawing />
            <h3 className="mx-6 mt-4 flex items-baseline gap-2.5">
              <span className="num text-accent-text" aria-hidden="true">
                {index + 1}
              </span>
              {textOf(title)}
            </h3>
            <p className="mx-6 mt-1.5 text-muted">{textOf(text)}</p>
          </li>
        ))}
      </ol>
    </LandingPart>
  );
}

const moments = [
  [msg`You pledge`, msg`Your card is checked and saved.`, msg`Nothing charged`, 'accent'],
  [msg`The goal is met`, msg`We ask the creator. You can still withdraw.`, msg`Nothing charged`, 'accent'],
  [
    msg`The creator accepts`,
    msg`Pledges are charged and held for this pool.`,
    msg({ message: 'Charged', context: 'what happens to a pledge' }),
    'paid',
  ],
  [
    msg`It is delivered`,
    msg`You get access, and the creator is paid. If it isn’t delivered, you’re refunded.`,
    msg`Paid or refunded`,
    'paid',
  ],
] as const;

/** The state of a pledge's money at each step. */
function WhatIsCharged() {
  const { platformFeePercent } = useSite();
  return (
    <LandingPart id="what-is-charged" title={t`What is charged, and when`}>
      <ol className="grid gap-5 md:grid-cols-4 md:gap-0">
        {moments.map(([title, text, charge, tone]) => (
          <li
            key={textOf(title)}
            className={`border-s-6 ps-8 pe-4 md:border-s-0 md:border-t-6 md:ps-0 md:pt-5 md:pe-5 md:first:rounded-ss-xs ${tone === 'paid' ? 'border-paid' : 'border-accent'}`}
          >
            <Chip tone={tone}>{textOf(charge)}</Chip>
            <h3 className="mt-2.5 mb-1">{textOf(title)}</h3>
            <p className="text-sm text-muted">{textOf(text)}</p>
          </li>
        ))}
      </ol>
      <p className="mt-4 max-w-text text-sm text-muted">{t`Fans pay exactly what they pledged and no extra fees. The creator pays ${{ percent: formatPercent(platformFeePercent) }} and the card costs, and sees both before accepting.`}</p>
    </LandingPart>
  );
}

const reasons = [
  [
    ShieldCheck,
    msg`Risk-free pledging`,
    msg`If the goal is missed or the creator declines, you pay nothing. If it isn’t delivered, you’re refunded automatically.`,
  ],
  [Users, msg`Community driven`, msg`Fans decide what to request. The more fans join, the sooner the goal is met.`],
  [LockKeyhole, msg`Secure payments`, msg`A card processor handles all cards. Card numbers never reach our servers.`],
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
    <LandingPart
      id="why-choose"
      title={t`Why choose ${{ brand: brandName }}`}
      className="rounded-2xl bg-surface p-8 shadow-lift"
    >
      <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
        {reasons.map(([Icon, title, text]) => (
          <li key={textOf(title)}>
            <Icon aria-hidden="true" className="size-7.5 text-paid-text" />
            <h3 className="mt-2.5">{textOf(title)}</h3>
            <p className="mt-1 text-muted">{textOf(text)}</p>
          </li>
        ))}
      </ul>
    </LandingPart>
  );
}
