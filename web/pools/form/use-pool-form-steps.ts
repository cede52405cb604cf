import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Message, msg } from '#contract/language/text.ts';
import { useLocation } from '#web/data/location.tsx';
import { historyIndex, type NavigateOptions, navigate } from '#web/ui/navigation.ts';
import type { PoolFormErrors } from './use-pool-submit.ts';

type Field = keyof PoolFormErrors;

interface FormStep {
  /** The value of `step` in the URL. */
  id: string;
  title: Message;
  lead: Message;
  fields: readonly Field[];
}

export const poolFormSteps: readonly FormStep[] = [
  {
    id: 'idea',
    title: msg`Your idea`,
    lead: msg`Say what you want made.`,
    fields: ['title', 'description', 'categories'],
  },
  {
    id: 'ask',
    title: msg`Creator and goal`,
    lead: msg`Ask someone, and say what it should cost.`,
    fields: ['creatorProfileId', 'fundingGoal', 'deadline'],
  },
  {
    id: 'look',
    title: msg`Picture and preview`,
    lead: msg`Add a picture, check the preview, then publish.`,
    fields: ['imageIds'],
  },
];
export const lastPoolFormStep = poolFormSteps.length - 1;

export const headingOf = (id: string) => `step-${id}`;

/** Focuses a field, which also scrolls it into view. Returns false if it cannot have the focus. */
function focusField(field: Field): boolean {
  const element = document.querySelector<HTMLElement>(`[name="${field}"], #${field}`);
  element?.focus();
  return element !== null && document.activeElement === element;
}

interface StepChecks {
  isValid: (fields: readonly Field[]) => boolean;
  /** Shows what is missing in these fields and leads to the first such field. Returns true if nothing is missing. */
  check: (fields: readonly Field[]) => boolean;
  /** Whether the draft of this browser is in the form. */
  isLoaded: boolean;
}

/**
 * The steps of the form, one on the screen at a time. The URL names the step, so that Back and Forward of the browser move between the
 * steps and a reload keeps the place. The heading of a new step gets the focus.
 */
export function usePoolFormSteps({ isValid, check, isLoaded }: StepChecks) {
  const { pathname, search } = useLocation();
  const named = poolFormSteps.findIndex(({ id }) => id === new URLSearchParams(search).get('step'));
  const current = Math.max(0, named);
  const [reached, setReached] = useState(0);
  const fieldToFocus = useRef<Field>(undefined);

  const pathOf = (index: number) => {
    const query = new URLSearchParams(search);
    const id = poolFormSteps[index]?.id;
    if (index === 0 || !id) query.delete('step');
    else query.set('step', id);
    const text = query.toString();
    return text ? `${pathname}?${text}` : pathname;
  };
  // The step before each history entry that the form has added, by the entry's index.
  const stepsBefore = useRef(new Map<number, number>());
  const push = (index: number, options?: NavigateOptions) => {
    stepsBefore.current.set(historyIndex() + 1, current);
    navigate(pathOf(index), options);
  };
  const go = (index: number) => {
    setReached((now) => Math.max(now, index));
    if (index !== current) push(index);
  };

  // A link, a reload or the history may name a step that follows an unfinished one.
  const openUnfinished = useEffectEvent((step: number) => {
    const unfinished = poolFormSteps.findIndex(({ fields }) => !isValid(fields));
    if (unfinished === -1 || unfinished >= step) return setReached((now) => Math.max(now, step));
    return navigate(pathOf(unfinished), { replace: true });
  });
  useEffect(() => {
    if (isLoaded) openUnfinished(current);
  }, [isLoaded, current]);

  const shown = useRef(current);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    const field = fieldToFocus.current;
    fieldToFocus.current = undefined;
    if (field && focusField(field)) return;
    document.getElementById(headingOf(poolFormSteps[current]?.id ?? ''))?.focus({ preventScroll: true });
  }, [current]);

  return {
    current,
    pathOf,
    isDone: (index: number) => index < Math.max(reached, current) && isValid(poolFormSteps[index]?.fields ?? []),
    /** Opens a step; a later one only if nothing is missing in those before it. */
    open(index: number): void {
      if (index <= current || check(poolFormSteps.slice(0, index).flatMap(({ fields }) => fields))) go(index);
    },
    /** Leads to a field, also on another step. */
    showField(field: Field): void {
      const index = poolFormSteps.findIndex(({ fields }) => fields.includes(field));
      if (index === current || index === -1) return void focusField(field);
      fieldToFocus.current = field;
      // The focus scrolls to the field.
      push(index, { keepScroll: true });
    },
    /** Returns to the step before, without a new history entry: the page's Back link then leads out of the form. */
    back(): void {
      const step = current - 1;
      if (stepsBefore.current.get(historyIndex()) === step) window.history.back();
      else navigate(pathOf(step), { replace: true });
    },
    /** Opens the first step as if the form were new. */
    restart(): void {
      setReached(0);
      if (current !== 0) navigate(pathOf(0), { replace: true });
    },
  };
}
