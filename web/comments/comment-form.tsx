import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/field.tsx';

interface CommentFormProps {
  label: Text;
  action: Text;
  start?: string;
  /** Stores the comment; rejects with an error whose message the form shows. */
  onSubmit: (content: string) => Promise<unknown>;
  /** Closes the form: after the Cancel button, and after the comment is stored. Only replies have one. */
  onClose?: () => void;
}

/** The counter appears at this length. */
const countFrom = limits.comment.max - 300;

/** The form for a comment or a reply. Ctrl or Cmd plus Enter submits it. */
export function CommentForm({ label, action, start = '', onSubmit, onClose }: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(start);
  const [tried, setTried] = useState(false);
  const [isSent, setSent] = useState(false);
  const content = text.trim();
  const latest = useRef(content);
  latest.current = content;
  const { mutate, isPending, error } = useMutation({ mutationFn: (sent: string) => onSubmit(sent) });
  const isReply = onClose !== undefined;
  // The user opened this reply to write it: put the cursor after the mention it starts with.
  useEffect(() => {
    const field = isReply ? form.current?.querySelector('textarea') : undefined;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [isReply]);
  /** Runs only while the form is still open. */
  const finish = (_: unknown, sent: string) => {
    setSent(true);
    // The person may have typed more while the comment was sent.
    if (latest.current !== sent) return;
    setText('');
    setTried(false);
    onClose?.();
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (content !== '' && !isPending) mutate(content, { onSuccess: finish });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    else if (event.key === 'Escape' && content === start.trim()) onClose?.();
  };
  const missing = tried && content === '' ? t`Comment is required` : undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid min-w-0 flex-1 gap-2">
      <TextArea
        label={label}
        hideLabel
        placeholder={label}
        rows={2}
        className="min-h-17"
        maxLength={limits.comment.max}
        value={text}
        {...(content.length >= countFrom ? { counter: [content.length, limits.comment.max] } : {})}
        error={missing ?? error?.message}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setSent(false);
        }}
      />
      <div className="flex justify-end gap-2">
        {onClose ? <Button size="sm" variant="ghost" onClick={onClose}>{t`Cancel`}</Button> : null}
        <Button size="sm" type="submit" variant={content === '' ? 'quiet' : 'primary'} busy={isPending}>
          {action}
        </Button>
      </div>
      {isReply ? null : (
        <p role="status" className="sr-only">
          {isSent ? t`Comment posted` : ''}
        </p>
      )}
    </form>
  );
}
