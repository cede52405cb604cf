import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Text } from '#contract/language/text.ts';
import { IconButton, type IconButtonProps } from '#web/ui/button.tsx';

/** The form at the end of a room. */
export function ComposerForm(props: ComponentProps<'form'>) {
  return (
    <form
      {...props}
      className="chat-composer relative flex-none px-[calc(var(--chat-inset)-(--spacing(1)))] pt-1 pb-[calc(--spacing(3)+env(safe-area-inset-bottom))]"
    />
  );
}

interface AboutProps {
  title: ReactNode;
  text: string;
  /** The name of the button. */
  cancel: Text;
  onCancel: () => void;
}

/** The message that the person answers or edits. */
export function AboutMessage({ title, text, cancel, onCancel }: AboutProps) {
  return (
    <div className="mb-1.5 flex items-start rounded-md bg-sunken py-1.5 ps-3 text-sm forced-colors:border">
      <div className="min-w-0 flex-1 py-0.5">
        {title}
        <p className="truncate text-muted" dir="auto">
          {text}
        </p>
      </div>
      <IconButton label={cancel} onClick={onCancel}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** The button that sends the message or saves the change. */
export function SubmitButton(props: Omit<IconButtonProps, 'type' | 'className'>) {
  return (
    <IconButton
      {...props}
      type="submit"
      className="bg-accent text-on-accent enabled:hover:bg-(--accent-lit) disabled:bg-sunken disabled:text-muted disabled:opacity-100 forced-colors:border"
    />
  );
}
