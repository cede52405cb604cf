import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import type { PoolFormErrors } from './use-pool-submit.ts';

/** One step of the form: an anchor on the page with its fields. */
export interface FormStep {
  id: string;
  title: string;
  lead: string;
  fields: readonly (keyof PoolFormErrors)[];
}

export const poolFormSteps = [
  {
    id: 'idea',
    title: 'Your idea',
    lead: 'Say what you want made.',
    fields: ['title', 'description', 'categories'],
  },
  {
    id: 'ask',
    title: 'Creator and goal',
    lead: 'Ask someone, and say what it should cost.',
    fields: ['creatorProfileId', 'fundingGoal', 'deadline'],
  },
  {
    id: 'look',
    title: 'Picture and preview',
    lead: 'Add a picture, check the preview, then publish.',
    fields: ['imageIds'],
  },
] as const satisfies readonly FormStep[];

const headingOf = (id: string) => `step-${id}`;

/** Scrolls to a step and moves the focus to its heading, from where Tab leads to its first field. */
function goToStep(id: string): void {
  const heading = document.getElementById(headingOf(id));
  heading?.focus({ preventScroll: true });
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading?.closest('section')?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
}

/** The steps as links, each with a check mark once nothing is missing in it. */
export function StepRail({ isDone }: { isDone: (step: FormStep) => boolean }) {
  // The draft is stored in this browser, so the server does not know which steps are done.
  const here = useHydrated();
  return (
    <nav aria-label="Steps" className="form-rail">
      <ol>
        {poolFormSteps.map((step, index) => {
          const done = here && isDone(step);
          return (
            <li key={step.id}>
              <a
                href={`#${headingOf(step.id)}`}
                data-done={done || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  goToStep(step.id);
                }}
              >
                <span className="form-rail-mark" aria-hidden="true">
                  {done ? <Check /> : index + 1}
                </span>
                {step.title}
                {done ? <span className="sr-only">, complete</span> : null}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface StepProps {
  step: FormStep;
  /** Shows what is missing in the step. Returns true if nothing is. */
  onCheck: (fields: FormStep['fields']) => boolean;
  children: ReactNode;
}

/** A step of the form. All steps are on the page; the button checks this one and leads to the next. */
export function PoolFormStep({ step, onCheck, children }: StepProps) {
  const ready = useHydrated();
  const index = poolFormSteps.findIndex(({ id }) => id === step.id);
  const next = poolFormSteps[index + 1];
  return (
    <section className="form-step">
      <header>
        <p>
          Step {index + 1} of {poolFormSteps.length}
        </p>
        <h2 id={headingOf(step.id)} tabIndex={-1}>
          {step.title}
        </h2>
        <p>{step.lead}</p>
      </header>
      {children}
      {next ? (
        <Button
          size="lg"
          disabled={!ready}
          className="justify-self-start disabled:opacity-100! max-sm:w-full"
          onClick={() => {
            if (onCheck(step.fields)) goToStep(next.id);
          }}
        >
          Continue
        </Button>
      ) : null}
    </section>
  );
}
