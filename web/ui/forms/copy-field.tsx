import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { msg, type Text, t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';

/** An address or a code with a copy button. */
export function CopyField({ label, text, copied }: { label: Text; text: string; copied: Text }) {
  const id = useId();
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await copyText(text);
      setDone(true);
      toast({ title: copied, durationMs: 3000 });
    } catch {
      // The browser denied clipboard access: select the text so that the person can copy it.
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) field.select();
      toast({
        title: t`Couldn’t copy`,
        description: t`Your browser blocked it. The text is selected: copy it from there.`,
        durationMs: 5000,
      });
    }
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          className="input min-w-0 flex-1"
          dir="ltr"
          value={text}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon={done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />} onClick={() => void copy()}>
          <RichText
            text={done ? msg`Copied <spoken>${{ label }}</spoken>` : msg`Copy <spoken>${{ label }}</spoken>`}
            tags={{ spoken: (words) => <span className="sr-only">{words}</span> }}
          />
        </Button>
      </div>
    </div>
  );
}
