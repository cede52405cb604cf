import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Text } from '#contract/language/text.ts';
import { DialogFoot, DialogHead, type DialogSize, dialogBody, dialogClass } from './dialog-parts.tsx';
import { lazyComponent } from './hydration/lazy-component.tsx';
import { openModal } from './modal-stack.ts';

const DiscardQuestion = lazyComponent(async () => (await import('./discard-question.tsx')).DiscardQuestion, {
  browserOnly: true,
});

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: Text;
  children: ReactNode;
  footer?: ReactNode;
  size?: DialogSize;
  /** If false, Escape and clicks outside do not close the dialog, and it has no close button. */
  dismissible?: boolean;
}

/** Fields whose text is work. Searches, amounts and dates are typed again in a moment. */
const textFields = 'textarea,input:is([type=text],[type=email],[type=url],[type=password]):not([role],[inputmode])';

/**
 * The browser's native modal dialog: it traps the focus, returns it on close, and makes the rest of the page inert. Render it only
 * while it is open. Escape, the close button and a click outside ask first if the person has typed text.
 */
export function Modal({
  onClose,
  dismissible = true,
  children,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'open' | 'onClose'> & Pick<DialogProps, 'onClose' | 'dismissible'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const [isAsking, setAsking] = useState(false);
  const typed = useRef(new Set<HTMLInputElement>());
  const isTyped = () =>
    [...typed.current].some((field) => field.isConnected && field.value && field.matches(textFields));
  const leave = () => (isTyped() ? setAsking(true) : onClose());
  // A layout effect, because closing returns the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    const close = openModal(dialog);
    // React's autoFocus runs before the dialog is open and has no effect.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return close;
  }, []);
  return (
    <dialog
      {...rest}
      ref={ref}
      onInput={({ target }) => typed.current.add(target as HTMLInputElement)}
      // A selection of text may end outside the dialog. The browser reports it as a click on the dialog.
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        if (dismissible && target === ref.current && pressed.current === target) leave();
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog on a second Escape even if the `cancel` event was prevented.
        const isOwn = event.key === 'Escape' && (event.target as Element).closest('dialog') === ref.current;
        if (!isOwn || (dismissible && !isTyped())) return;
        event.preventDefault();
        if (dismissible) leave();
      }}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        if (dismissible && event.cancelable) leave();
      }}
      // Browsers close a dialog regardless after a `cancel` that cannot be prevented, as on the second press of Android's back button.
      onClose={({ currentTarget }) => {
        if (currentTarget.open || !currentTarget.isConnected) return;
        if (dismissible) onClose();
        else currentTarget.showModal();
      }}
    >
      {children}
      {isAsking ? <DiscardQuestion onClose={() => setAsking(false)} onDiscard={onClose} /> : null}
    </dialog>
  );
}

export function Dialog({ open, onClose, title, children, footer, size = 'md', dismissible = true }: DialogProps) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal className={dialogClass(size)} aria-labelledby={id} onClose={onClose} dismissible={dismissible}>
      <DialogHead id={id} title={title} isClosable={dismissible} />
      <div className={dialogBody}>{children}</div>
      {footer ? <DialogFoot>{footer}</DialogFoot> : null}
    </Modal>
  );
}

const sides = {
  start: 'inset-y-0 start-0 end-auto h-dvh max-h-none w-[min(300px,86vw)] animate-[from-start_200ms_var(--ease)]',
  bottom:
    'inset-x-0 top-auto bottom-0 max-h-[86dvh] w-full animate-[from-below_200ms_var(--ease)] rounded-t-2xl pb-[env(safe-area-inset-bottom)]',
};

/** A panel at an edge of the screen: `start` for navigation, `bottom` for choices on a phone. */
export function Sheet({
  open,
  onClose,
  title,
  side,
  hideHead,
  children,
}: Omit<DialogProps, 'size' | 'footer' | 'dismissible'> & { side: keyof typeof sides; hideHead?: boolean }) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal className={`sheet fixed max-w-none ${sides[side]}`} aria-label={title} onClose={onClose}>
      {hideHead ? null : <DialogHead id={id} title={title} isClosable />}
      {hideHead ? children : <div className={dialogBody}>{children}</div>}
    </Modal>
  );
}
