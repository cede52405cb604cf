import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { IconButton } from './button.tsx';
import { useTopModal } from './modal-stack.ts';

export interface ToastOptions {
  title: Text;
  description?: Text;
  variant?: 'default' | 'destructive';
  durationMs?: number;
  action?: { label: Text; onPress: () => void };
  /** The language of the texts; that of the page unless given. */
  language?: { lang: string; dir: 'ltr' | 'rtl' };
}

interface Shown extends ToastOptions {
  id: number;
}

// Client only: only event handlers and effects write it.
let current: Shown | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Shown | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. Only one is visible at a time: a new toast replaces the old one. */
export function toast(options: ToastOptions): void {
  lastId += 1;
  show({ ...options, id: lastId });
}

/** Removes the visible toast. */
export const dismissToast = (): void => show(null);

/** Shows the message of a failed call. */
export function toastError(error: unknown, title = t`Error`): void {
  toast({
    title,
    description: error instanceof Error ? verbatim(error.message) : t`Something went wrong.`,
    variant: 'destructive',
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const colors = {
  default: 'bg-ink text-paper',
  destructive: 'bg-[light-dark(oklch(0.47_0.18_27),oklch(0.4_0.14_25))] text-[oklch(0.99_0.01_85)]',
};

/** Renders the toasts; mounted once, in the root. A popover within the topmost dialog, because everything outside of it is inert. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const [held, setHeld] = useState(false);
  const region = useRef<HTMLDivElement>(null);
  const modal = useTopModal();
  const id = shown?.id;
  const durationMs = shown?.durationMs ?? limits.toast.displayMs;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another dialog contains another element
  useEffect(() => {
    const element = region.current;
    // The dialog may have closed with the toast in it; the next render shows the toast elsewhere.
    if (id === undefined || !element?.isConnected || !element.showPopover) return;
    element.showPopover();
    return () => element.hidePopover();
  }, [id, modal]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an element that is removed reports no pointer that leaves it
  useEffect(() => setHeld(false), [modal]);

  useEffect(() => {
    if (id === undefined || held) return;
    const timer = setTimeout(() => show(null), durationMs);
    return () => clearTimeout(timer);
  }, [id, held, durationMs]);

  const toaster = (
    <section
      ref={region}
      className="toaster fixed w-full max-w-105 overflow-visible bg-transparent p-4 text-inherit"
      popover="manual"
      aria-label={t`Pop-up notifications`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div role="status" aria-live={shown?.variant === 'destructive' ? 'assertive' : 'polite'} aria-atomic="true">
        {shown ? (
          <div
            className={`toast grid text-start animate-[from-below_200ms_var(--ease)] grid-cols-[1fr_auto] items-start gap-x-2.5 gap-y-0.5 rounded-lg py-3 ps-5 pe-2 shadow-float ${colors[shown.variant ?? 'default']}`}
            key={shown.id}
            {...shown.language}
          >
            <b className="pt-2.5 leading-[1.3]">{shown.title}</b>
            {shown.description ? (
              <p className="pe-2 pb-0.5 text-sm leading-[1.4] opacity-88">{shown.description}</p>
            ) : null}
            {shown.action ? (
              <button
                type="button"
                className="min-h-9 justify-self-start font-[650] underline underline-offset-3 pointer-coarse:min-h-11"
                onClick={() => {
                  shown.action?.onPress();
                  show(null);
                }}
              >
                {shown.action.label}
              </button>
            ) : null}
            <IconButton
              label={t({ message: 'Dismiss', context: 'closes a message' })}
              className="text-inherit [grid-area:1/2/span_2] hover:bg-current/16"
              onClick={dismissToast}
            >
              <X aria-hidden="true" />
            </IconButton>
          </div>
        ) : null}
      </div>
    </section>
  );
  return modal ? createPortal(toaster, modal) : toaster;
}
