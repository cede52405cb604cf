/**
 * The page runs this before any other script, and marks each field in which the person types. The code that keeps their text
 * (web/accounts/keep-typed-text.ts) may arrive long after they have typed it.
 */
export function markTypedFields(): void {
  window.addEventListener('input', ({ target }) => target && Object.assign(target, { isTyped: true }), true);
}

/** Whether the person has typed in the field since the page was loaded. */
export const isTyped = (field: Element): boolean => 'isTyped' in field;
