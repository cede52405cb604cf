import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, type ButtonVariant, IconButton } from './button.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** If false, Escape and clicks outside do not close the dialog, and it has no close button. */
  dismissible?: boolean;
}

/**
 * The browser's native modal dialog: it traps the focus, returns it on close, and makes the rest of the page inert. Render it only
 * while it is open.
 */
export function Modal({
  onClose,
  dismissible = true,
  children,
  ...rest
}: Omit<ComponentProps<'dialog'>, 'open' | 'onClose'> & Pick<DialogProps, 'onClose' | 'dismissible'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  // A layout effect, because closing returns the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // React's autoFocus runs before the dialog is open and has no effect.
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      {...rest}
      ref={ref}
      // A selection of text may end outside the dialog. The browser reports it as a click on the dialog.
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        if (dismissible && target === ref.current && pressed.current === target) onClose();
      }}
      onKeyDown={(event) => {
        // Browsers close a dialog on a second Escape even if the `cancel` event was prevented.
        if (event.key === 'Escape' && !dismissible) event.preventDefault();
      }}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        if (dismissible) onClose();
      }}
    >
      {children}
    </dialog>
  );
}

export function Dialog({ open, onClose, title, children, footer, size = 'md', dismissible = true }: DialogProps) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal className="dialog" data-size={size} aria-labelledby={id} onClose={onClose} dismissible={dismissible}>
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {dismissible ? (
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className="dialog-body">{children}</div>
      {footer ? <div className="dialog-foot">{footer}</div> : null}
    </Modal>
  );
}

/** A panel at an edge of the screen: `left` for navigation, `right` for details, `bottom` for choices on a phone. */
export function Sheet({
  open,
  onClose,
  title,
  side,
  hideHead,
  children,
}: Omit<DialogProps, 'size' | 'footer' | 'dismissible'> & { side: 'left' | 'right' | 'bottom'; hideHead?: boolean }) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal className="sheet" data-side={side} aria-label={title} onClose={onClose}>
      {hideHead ? null : (
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {hideHead ? children : <div className="dialog-body">{children}</div>}
    </Modal>
  );
}

export interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** A question, such as "Withdraw your $10 pledge?" */
  title: string;
  children: ReactNode;
  /** The verb of the title: "Withdraw". */
  action: string;
  cancel?: string;
  variant?: ButtonVariant;
  busy?: boolean;
  /** The error of the last attempt. */
  error?: string;
}

/** Asks for confirmation before an action that cannot be undone. */
export function Confirm({
  open,
  onClose,
  onConfirm,
  title,
  children,
  action,
  cancel = 'Cancel',
  variant = 'danger',
  busy,
  error,
}: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button variant={variant} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      {error ? (
        <p role="alert" className="field-error mt-2">
          {error}
        </p>
      ) : null}
    </Dialog>
  );
}
