import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { headingOf, poolFormSteps, type usePoolFormSteps } from './use-pool-form-steps.ts';

/** The steps as links. A step that the person has completed has a check mark. */
export function StepRail({ steps }: { steps: ReturnType<typeof usePoolFormSteps> }) {
  // The draft is stored in this browser, so the server does not know which steps are done.
  const here = useHydrated();
  return (
    <nav aria-label="Steps" className="form-rail">
      <ol>
        {poolFormSteps.map((step, index) => {
          const done = here && steps.isDone(index);
          return (
            <li key={step.id}>
              <a
                href={steps.pathOf(index)}
                aria-current={index === steps.current ? 'step' : undefined}
                data-done={done || undefined}
                onClick={(event) => {
                  event.preventDefault();
                  steps.open(index);
                }}
              >
                <span className="form-rail-mark" aria-hidden="true">
                  {done ? <Check /> : index + 1}
                </span>
                <span className="contents">{step.title}</span>
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
  /** The index of the step. */
  index: number;
  current: number;
  children: ReactNode;
}

/** A step of the form. The other steps are hidden but stay mounted, so that uploads continue and typed text remains. */
export function PoolFormStep({ index, current, children }: StepProps) {
  const step = poolFormSteps[index];
  if (!step) return null;
  const heading = headingOf(step.id);
  return (
    <section className="form-step" hidden={index !== current}>
      <header>
        <p id={`${heading}-place`}>
          Step {index + 1} of {poolFormSteps.length}
        </p>
        <h2 id={heading} aria-describedby={`${heading}-place`} tabIndex={-1}>
          {step.title}
        </h2>
        <p>{step.lead}</p>
      </header>
      {children}
    </section>
  );
}
