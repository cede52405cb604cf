/**
 * The page runs this before any other script. It keeps clicks on controls that have no code yet and repeats them, in order, when the code
 * has arrived. Links outside of forms work without code. The browser checks boxes at once, as a person expects.
 */
export function keepEarlyClicks(): void {
  const kept: { control: HTMLElement; checked: boolean }[] = [];
  // React runs handlers only for elements that it has hydrated. web/shell/screens.tsx answers this event, which nothing else uses.
  const hasCode = (element: Element) =>
    !element.dispatchEvent(new Event('lostpointercapture', { bubbles: true, cancelable: true }));
  const isBox = (element: Element | null): element is HTMLInputElement =>
    element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
  // One click at a time, so that React has rendered its effect before the next.
  const repeat = () => {
    const [next] = kept;
    if (next && (hasCode(next.control) || !next.control.isConnected)) {
      kept.shift();
      // React has not seen this change. Undo it, so that the click makes it again.
      if (isBox(next.control)) next.control.checked = !next.checked;
      next.control.click();
    }
    if (kept.length > 0) setTimeout(repeat, 50);
  };
  const controlOf = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    // The browser opens a link in a new tab without code.
    if (!(target instanceof Element) || ctrlKey || metaKey || shiftKey) return null;
    const control = target.closest<HTMLElement>('#app :is(button, label, input, form a)');
    return control && !hasCode(control) ? control : null;
  };
  const keep = (event: MouseEvent) => {
    const control = controlOf(event);
    if (!control) return;
    event.stopImmediatePropagation();
    // The browser clicks the box of a label, too.
    if (control instanceof HTMLLabelElement && isBox(control.control)) return;
    if (!isBox(control)) event.preventDefault();
    kept.push({ control, checked: isBox(control) && control.checked });
    if (kept.length === 1) setTimeout(repeat, 50);
  };
  window.addEventListener('click', keep, true);
}
