import { CirclePlus, ListChecks, Sparkles, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { HowItWorks } from './landing-story.tsx';

const startPool = (label: string) => (
  <LinkButton to={paths.createPool} variant="primary" size="lg" icon={<CirclePlus aria-hidden="true" />}>
    {label}
  </LinkButton>
);

const addCreator = (
  <LinkButton to={paths.creators} size="lg" icon={<UserRoundPlus aria-hidden="true" />}>
    Add a creator
  </LinkButton>
);

interface Welcome {
  text: string;
  acts: ReactNode;
}

const welcomes: Record<'visitor' | 'user' | 'creator' | 'admin', Welcome> = {
  visitor: {
    text: 'Ask for something you’d love a creator to make, and set a goal. Cards are charged only if the goal is met and the creator accepts.',
    acts: (
      <>
        {startPool('Start the first pool')}
        <LinkButton to={paths.becomeCreator} size="lg" icon={<Sparkles aria-hidden="true" />}>
          Become a Creator
        </LinkButton>
      </>
    ),
  },
  user: {
    text: 'Ask for something you’d love a creator to make, and set a goal. Is your favorite creator missing? Add them, and fans can start pools for them.',
    acts: (
      <>
        {startPool('Start the first pool')}
        {addCreator}
      </>
    ),
  },
  creator: {
    text: 'Fans can start pools for you now. Share your page with them, or start a pool yourself to show what you’d make.',
    acts: (
      <>
        {startPool('Start the first pool')}
        <LinkButton to={paths.dashboard} size="lg" icon={<Sparkles aria-hidden="true" />}>
          Open your dashboard
        </LinkButton>
      </>
    ),
  },
  admin: {
    text: 'Your site is running. Add a creator that your fans know, then create the first pool for them. The checklist shows what else is left.',
    acts: (
      <>
        {startPool('Create the first pool')}
        {addCreator}
        <LinkButton to={paths.admin} size="lg" icon={<ListChecks aria-hidden="true" />}>
          Set up this site
        </LinkButton>
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
          <p className="font-display text-2xl leading-[1.1] font-[750] tracking-tight">No tip pools available</p>
          <p className="text-muted">
            <b className="text-ink">Be the first to create one.</b> <span>{text}</span>
          </p>
          <div className="flex flex-wrap gap-3 max-sm:flex-col">{acts}</div>
        </div>
      </div>
      <HowItWorks />
    </>
  );
}
