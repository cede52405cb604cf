import { GitMerge } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { sentenceSpace, type Text, t } from '#contract/language/text.ts';
import { Button } from './button.tsx';

export interface EditClashProps<Fields> {
  clash: { mine: Fields; theirs: Fields; fields: readonly (keyof Fields)[] };
  labels: Record<keyof Fields, Text>;
  /** The value of a field as a person reads it. Default: the text itself. */
  show?: (name: keyof Fields, value: Fields[keyof Fields]) => ReactNode;
  onChoose: (name: keyof Fields, whose: 'mine' | 'theirs') => void;
  /** Says what happened. By default the other edit is the person's own. */
  title?: Text;
  /** False while the person types. By default the notice follows a press of Save. */
  scrolls?: boolean;
}

function Version({ title, action, label, children, onPress }: VersionProps) {
  return (
    <div className="quote grid min-w-0 content-start gap-2">
      <b>{title}</b>
      <div className="max-h-60 overflow-y-auto text-start whitespace-pre-line wrap-anywhere" dir="auto">
        {children || <i>{t({ message: 'Empty', context: 'a field without text' })}</i>}
      </div>
      <Button size="sm" className="w-max" onClick={onPress}>
        {action}
        <span className="sr-only"> ({label})</span>
      </Button>
    </div>
  );
}

interface VersionProps {
  title: Text;
  action: Text;
  label: Text;
  children: ReactNode;
  onPress: () => void;
}

/** Shows both values of every field that another edit has saved differently, and lets the person choose. */
export function EditClashNotice<Fields>({
  clash,
  labels,
  show,
  onChoose,
  title = t`This was changed in another tab or on another device.`,
  scrolls = true,
}: EditClashProps<Fields>) {
  const { mine, theirs, fields } = clash;
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the end of the form, on a phone far below.
  useEffect(() => {
    if (scrolls) notice.current?.scrollIntoView({ block: 'start' });
  }, [scrolls]);
  const shown = (name: keyof Fields, value: Fields[keyof Fields]) => (show ? show(name, value) : String(value ?? ''));
  return (
    <div className="notice scroll-mt-20" role="alert" ref={notice}>
      <GitMerge aria-hidden="true" />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-3">
        <p>
          <b>{title}</b>
          {sentenceSpace()}
          <span>
            {fields.length > 0
              ? t`Nothing here is saved yet. Choose what to keep, or save to keep yours.`
              : t`Your choices are in the form. Save to keep them.`}
          </span>
        </p>
        {fields.map((name) => (
          <div key={String(name)} className="grid gap-2">
            <b>{labels[name]}</b>
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Version
                title={t({ message: 'Yours', context: 'the version that the reader typed' })}
                action={t`Keep mine`}
                label={labels[name]}
                onPress={() => onChoose(name, 'mine')}
              >
                {shown(name, mine[name])}
              </Version>
              <Version
                title={t`Saved in the meantime`}
                action={t`Use the saved version`}
                label={labels[name]}
                onPress={() => onChoose(name, 'theirs')}
              >
                {shown(name, theirs[name])}
              </Version>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
