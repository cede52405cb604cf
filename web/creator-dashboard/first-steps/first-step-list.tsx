import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { markFirstSteps } from '#contract/calls/creators.ts';
import type { FirstSteps, firstStepActs } from '#contract/creators/creator-dashboard.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { dashboardViewPath, payoutSetupSection, poolsForAnyCreatorPath } from '#contract/paths.ts';
import { type Dashboard, dashboard } from '#web/creator-dashboard/dashboard-data.ts';
import { call } from '#web/data/call.ts';
import { IconButton, LinkButton } from '#web/ui/button.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toastError } from '#web/ui/toast.tsx';

type Profile = NonNullable<Dashboard['profile']>;

/** Renders the button that shares the creator's page; `onShare` runs when its dialog closes. The page provides it. */
export type ShareProfile = (profile: Profile, button: { label: Text; onShare: () => void }) => ReactNode;

function useMark() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (act: (typeof firstStepActs)[number]) => call(markFirstSteps, { body: { act } }),
    onSuccess: ({ firstSteps }) =>
      queries.setQueryData<Dashboard>(dashboard.queryKey, (now) => now && { ...now, firstSteps }),
    onError: (error) => toastError(error),
  });
  return mutate;
}

interface ShareStepProps {
  data: Dashboard;
  label: Text;
  share: ShareProfile;
}

/** The button that shares the creator's page, which is also the step "Share your page". */
export function ShareStep({ data, label, share }: ShareStepProps) {
  const mark = useMark();
  const { profile, firstSteps } = data;
  if (!profile) return null;
  return share(profile, { label, onShare: () => firstSteps && !firstSteps.shared && mark('shared') });
}

interface StepProps {
  isDone: boolean;
  title: Text;
  children: ReactNode;
  action: ReactNode;
}

function Step({ isDone, title, children, action }: StepProps) {
  return (
    <li
      data-done={isDone || undefined}
      className="grid grid-cols-[--spacing(7)_minmax(0,1fr)] items-start gap-x-4 gap-y-2 py-4 last:pb-0 sm:grid-cols-[--spacing(7)_minmax(0,1fr)_auto] sm:items-center"
    >
      <span
        className={`grid size-6.5 place-items-center rounded-full ${isDone ? 'bg-paid text-on-paid' : 'border-2 border-line-strong'}`}
        aria-hidden="true"
      >
        {isDone ? <Check className="size-4 stroke-3" /> : null}
      </span>
      <div>
        <h3
          className={`font-text text-base leading-[1.35] font-semibold tracking-normal ${isDone ? 'text-muted' : ''}`}
        >
          {isDone ? (
            <RichText
              text={msg`<step>${{ step: title }}</step><hidden>, done</hidden>`}
              tags={{
                step: (text) => <span className="contents">{text}</span>,
                hidden: (text) => <span className="sr-only">{text}</span>,
              }}
            />
          ) : (
            <span className="contents">{title}</span>
          )}
        </h3>
        <p className="text-sm text-muted">{children}</p>
      </div>
      <div className="max-sm:col-start-2 empty:hidden">{action}</div>
    </li>
  );
}

interface FirstStepListProps {
  steps: FirstSteps;
  /** The button of the step "Share your page". */
  share: ReactNode;
}

/** The first steps of a new creator. The list stays until everything is done, or the creator hides it. */
export function FirstStepList({ steps, share }: FirstStepListProps) {
  const mark = useMark();
  const done = Object.values(steps).filter(Boolean).length;
  return (
    <section className="card p-5" aria-labelledby="first-steps">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h2 id="first-steps">{t`Your first steps`}</h2>
          <p className="text-muted tabular-nums">{t`${{ done }} of ${{ steps: Object.keys(steps).length }} done`}</p>
        </div>
        <IconButton label={t`Hide this list`} onClick={() => mark('dismissed')}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <ol className="divide-y divide-line">
        <Step
          isDone={steps.page}
          title={t`Complete your page`}
          action={<LinkButton to={dashboardViewPath('page')}>{t`Add picture and bio`}</LinkButton>}
        >{t`Add a picture and a few words about what you make.`}</Step>
        <Step
          isDone={steps.payouts}
          title={t`Set up your payouts`}
          action={steps.payouts ? null : <LinkButton to={payoutSetupSection}>{t`Go to payouts`}</LinkButton>}
        >{t`Cards are charged only once you can be paid.`}</Step>
        <Step
          isDone={steps.terms}
          title={t`Set your request terms`}
          action={<LinkButton to={dashboardViewPath('terms')}>{t`Set your terms`}</LinkButton>}
        >{t`Say which categories, goals and languages you accept. Fans see this before they ask.`}</Step>
        <Step
          isDone={steps.shared}
          title={t`Share your page`}
          action={share}
        >{t`Fans can start requests from your page.`}</Step>
        <Step
          isDone={steps.request}
          title={t`Get your first request`}
          action={steps.request ? null : <LinkButton to={poolsForAnyCreatorPath}>{t`Find a pool`}</LinkButton>}
        >{t`Fans ask you, or you take a pool that is open to any creator.`}</Step>
      </ol>
    </section>
  );
}
