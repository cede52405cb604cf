/** Elements that screen readers announce by a label when they get the focus. */
const regions = ':is(dialog, section, aside, article, form, main):is([aria-label], [aria-labelledby]), fieldset';

const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled');

/** Focuses an element for keys and screen readers, without a tab stop that stays. Fails on elements that are hidden or inert. */
function tryFocus(element: HTMLElement): boolean {
  const isAdded = !element.hasAttribute('tabindex');
  if (isAdded) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const isFocused = document.activeElement === element;
  const reset = () => element.removeAttribute('tabindex');
  if (isAdded && isFocused) element.addEventListener('blur', reset, { once: true });
  else if (isAdded) reset();
  return isFocused;
}

interface Step {
  /** The dialog that the element was in. */
  dialog: Element | undefined;
  /** The element that had the focus, and its ancestors at that time. */
  path: Element[];
}

/** The places for the focus, best first: for a closed dialog those around the button that opened it. */
function placesFor(steps: readonly Step[]): (Element | null)[] {
  const path = steps.findLast(({ dialog }) => !dialog || dialog.isConnected)?.path ?? [];
  return [
    ...path.filter((element, index) => isUsable(element) && (index === 0 || element.matches(regions))),
    ...[...document.querySelectorAll('dialog:modal')].reverse(),
    document.getElementById('main'),
  ];
}

/**
 * Browsers move the focus to the body when the focused element is removed or disabled, so that keyboards start again at the top of the
 * page. This guard moves it to the closest surviving region around that element instead (decisions/0052). Returns a function that stops it.
 */
export function keepFocus(): () => void {
  /** The last focus in each open dialog and outside of them, newest last. */
  let steps: Step[] = [];
  const remember = (event: FocusEvent) => {
    const path = event.composedPath().filter((target) => target instanceof Element);
    const dialog = path.find((element) => element instanceof HTMLDialogElement);
    steps = [...steps.filter((step) => step.dialog !== dialog && step.dialog?.isConnected !== false), { dialog, path }];
  };
  const restore = () => {
    const last = steps.at(-1)?.path[0];
    if (!last || document.activeElement !== document.body) return;
    const known = steps;
    steps = [];
    // Without a loss, the person left the element, for example by a click beside it.
    if (!isUsable(last)) placesFor(known).some((place) => place instanceof HTMLElement && tryFocus(place));
  };
  let isWaiting = false;
  // Browsers take the focus from a disabled element while they render the next frame. The timer runs after it, and after code that moves the focus itself.
  const restoreAfterFrame = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        isWaiting = false;
        restore();
      }),
    );
  };
  const changes = new MutationObserver(restoreAfterFrame);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', restoreAfterFrame);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', restoreAfterFrame);
  };
}
