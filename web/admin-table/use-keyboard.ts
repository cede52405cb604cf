import { useEffect, useRef } from 'react';
import { commandOf, type ListCommand, type Place } from './keyboard.ts';

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Where the focus is, which decides the meaning of a key. A row's link counts as the list, because the list opens it. */
function placeOf(target: EventTarget | null): Place {
  if (document.querySelector('dialog[open]:not([data-list-drawer])')) return 'menu';
  if (!(target instanceof Element)) return 'list';
  if (target.closest('[role="menu"], [role="listbox"], video, audio')) return 'menu';
  if (target.closest(fields)) return 'field';
  if (target.closest('[data-row-link]')) return 'list';
  return target.closest('a, button, input, summary') ? 'control' : 'list';
}

/** Runs the list's keyboard commands while the list is on screen. */
export function useKeyboard(run: (command: ListCommand, target: EventTarget | null) => boolean): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const command = commandOf(event, placeOf(event.target));
      if (command && latest.current(command, event.target)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
