import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { t, textOf } from '#contract/language/text.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { headingOf, poolFormSteps, type usePoolFormSteps } from './use-pool-form-steps.ts';

/** A circle with the step's number, whose size is in pixels like the circle's, or a check mark. */
function StepMark({ number, current, done }: { number: number; current: boolean; done: boolean }) {
  const look = current ? 'inset-ring-2 inset-ring-accent-text' : 'inset-ring-2 inset-ring-line-strong';
  return (
    <span
      className={`form-rail-mark grid size-6 flex-none place-items-center rounded-full text-sm [--text-sm:13px] ${done ? 'bg-paid text-on-paid' : look}`}
      aria-hidden="true"
    >
      {done ? <Check className="size-3.75 stroke-3" /> : number}
    </span>
  );
}

/** The steps as links. A step that the person has completed has a check mark. */
export function StepRail({ steps }: { steps: ReturnType<typeof usePoolFormSteps> }) {
  // The draft is stored in this browser, so the server does not know which steps are done.
  const here = useHydrated();
  return (
    <nav aria-label={t`Steps`} className="mb-6">
      <ol className="form-rail grid gap-3">
        {poolFormSteps.map((step, index) => {
          const done = here && steps.isDone(index);
          const current = index === steps.current;
          return (
            <li key={step.id}>
              <a
                href={steps.pathOf(index)}
                aria-current={current ? 'step' : undefined}
                data-done={done || undefined}
                className={`flex min-h-11 items-center gap-2 border-t-3 pt-2 text-sm leading-tight font-semibold ${current ? 'border-accent-text' : done ? 'border-paid' : 'border-line text-muted hover:text-ink'}`}
                onClick={(event) => {
                  event.preventDefault();
                  steps.open(index);
                }}
              >
                <StepMark number={index + 1} current={current} done={done} />
                <span className="contents">{textOf(step.title)}</span>
                {done ? <span className="sr-only">{`, ${t({ message: 'complete', context: 'a step' })}`}</span> : null}
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
    <section className="grid grid-cols-1 gap-6" hidden={index !== current}>
      <header className="grid gap-1">
        <p id={`${heading}-place`} className="text-sm font-semibold text-accent-text">
          {t`Step ${{ number: index + 1 }} of ${{ total: poolFormSteps.length }}`}
        </p>
        <h2 id={heading} aria-describedby={`${heading}-place`} tabIndex={-1} className="text-2xl focus:outline-none">
          {textOf(step.title)}
        </h2>
        <p className="text-muted">{textOf(step.lead)}</p>
      </header>
      {children}
    </section>
  );
}
