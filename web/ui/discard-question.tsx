import { useId, useLayoutEffect, useRef } from 'react';
import { t } from '#contract/language/text.ts';
import { Button } from './button.tsx';
import { DialogFoot, DialogHead, dialogBody, dialogClass } from './dialog-parts.tsx';
import { openModal } from './modal-stack.ts';

/** Asks before a dialog closes that contains typed text. Not a `Confirm`, because each dialog loads this one. */
export function DiscardQuestion({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => (ref.current?.open === false ? openModal(ref.current) : undefined), []);
  return (
    <dialog
      ref={ref}
      className={dialogClass('sm')}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <DialogHead id={id} title={t`Discard your text?`} />
      <p className={`${dialogBody} text-muted`}>{t`You’ve typed text that isn’t sent or saved yet.`}</p>
      <DialogFoot>
        <Button onClick={onClose}>{t`Keep editing`}</Button>
        <Button variant="danger" onClick={onDiscard}>{t`Discard`}</Button>
      </DialogFoot>
    </dialog>
  );
}
