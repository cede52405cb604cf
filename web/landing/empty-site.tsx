import { CirclePlus, ListChecks, Sparkles, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Message, msg, sentenceSpace, type Text, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { HowItWorks } from './landing-story.tsx';

const startPool = (label: Text) => (
  <LinkButton to={paths.createPool} variant="primary" size="lg" icon={<CirclePlus aria-hidden="true" />}>
    {label}
  </LinkButton>
);

const addCreator = () => (
  <LinkButton to={paths.creators} size="lg" icon={<UserRoundPlus aria-hidden="true" />}>{t`Add a creator`}</LinkButton>
);

interface Welcome {
  text: Message;
  acts: () => ReactNode;
}

const welcomes: Record<'visitor' | 'user' | 'creator' | 'admin', Welcome> = {
  visitor: {
    text: msg`Ask for something you’d love a creator to make, and set a goal. Cards are charged only if the goal is met and the creator accepts.`,
    acts: () => (
      <>
        {startPool(t`Start the first pool`)}
        <LinkButton
          to={paths.becomeCreator}
          size="lg"
          icon={<Sparkles aria-hidden="true" />}
        >{t`Become a Creator`}</LinkButton>
      </>
    ),
  },
  user: {
    text: msg`Ask for something you’d love a creator to make, and set a goal. Is your favorite creator missing? Add them, and fans can start pools for them.`,
    acts: () => (
      <>
        {startPool(t`Start the first pool`)}
        {addCreator()}
      </>
    ),
  },
  creator: {
    text: msg`Fans can start pools for you now. Share your page with them, or start a pool yourself to show what you’d make.`,
    acts: () => (
      <>
        {startPool(t`Start the first pool`)}
        <LinkButton
          to={paths.dashboard}
          size="lg"
          icon={<Sparkles aria-hidden="true" />}
        >{t`Open your dashboard`}</LinkButton>
      </>
    ),
  },
  admin: {
    text: msg`Your site is running. Add a creator that your fans know, then create the first pool for them. The checklist shows what else is left.`,
    acts: () => (
      <>
        {startPool(t`Create the first pool`)}
        {addCreator()}
        <LinkButton
          to={paths.admin}
          size="lg"
          icon={<ListChecks aria-hidden="true" />}
        >{t`Set up this site`}</LinkButton>
      </>
    ),
  },
};

/** The feed of a site without any pool: what this is, and the first step for each role. */
export function EmptySite() {
  const user = useUser();
  const { text, acts } = welcomes[user?.role ?? 'visitor'];
  return (
    <>
      <div className="relative grid min-h-85 items-center overflow-hidden rounded-2xl bg-[oklch(0.24_0.06_325)] px-4 pt-16 pb-4 sm:p-8">
        <FanArt seed="fanfare" hues={[80, 325]} eager className="absolute inset-0" />
        <div className="relative grid w-full max-w-140 gap-4 rounded-xl bg-surface p-6 shadow-float">
          <p className="font-display text-2xl leading-[1.1] font-[750] tracking-tight">{t`No tip pools available`}</p>
          <p className="text-muted">
            <b className="text-ink">{t`Be the first to create one.`}</b>
            {sentenceSpace()}
            <span>{textOf(text)}</span>
          </p>
          <div className="flex flex-wrap gap-3 max-sm:flex-col">{acts()}</div>
        </div>
      </div>
      <HowItWorks />
    </>
  );
}
