import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { limits } from '#contract/limits.ts';
import { IconButton } from './button.tsx';
import { useTopModal } from './modal-stack.ts';

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  durationMs?: number;
  action?: { label: string; onPress: () => void };
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
export function toastError(error: unknown, title = 'Error'): void {
  toast({
    title,
    description: error instanceof Error ? error.message : 'Something went wrong.',
    variant: 'destructive',
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

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
      className="toaster"
      popover="manual"
      aria-label="Pop-up notifications"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div role="status" aria-live={shown?.variant === 'destructive' ? 'assertive' : 'polite'} aria-atomic="true">
        {shown ? (
          <div className="toast" key={shown.id} data-variant={shown.variant ?? 'default'}>
            <b>{shown.title}</b>
            {shown.description ? <p>{shown.description}</p> : null}
            {shown.action ? (
              <button
                type="button"
                className="toast-action"
                onClick={() => {
                  shown.action?.onPress();
                  show(null);
                }}
              >
                {shown.action.label}
              </button>
            ) : null}
            <IconButton label="Dismiss" onClick={dismissToast}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
        ) : null}
      </div>
    </section>
  );
  return modal ? createPortal(toaster, modal) : toaster;
}
