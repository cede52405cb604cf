/** Focuses the composer on devices with a mouse. On touch screens the on-screen keyboard would cover the messages. */
export function focusComposer(within: Element | null): boolean {
  const field = matchMedia('(pointer: fine)').matches ? within?.querySelector('textarea') : null;
  field?.focus();
  return Boolean(field);
}
