/** Where there is a mouse there is a keyboard, which writes at once; on a touch screen it would cover what is to be read. */
export function writeAtOnce(within: Element | null): boolean {
  const field = matchMedia('(pointer: fine)').matches ? within?.querySelector('textarea') : null;
  field?.focus();
  return Boolean(field);
}
