/** Focuses the first field with an error, which also scrolls it into view. Call it after the errors are rendered. */
export function focusInvalid(form: ParentNode | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
