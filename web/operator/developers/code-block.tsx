import { Check, ChevronDown, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { msg, type Text, t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast } from '#web/ui/toast.tsx';
import { placeholderPattern } from './shell-examples.ts';

function CopyButton({ label, code }: { label: Text; code: string }) {
  const ready = useHydrated();
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await copyText(code);
      setDone(true);
      toast({ title: t`Code copied`, durationMs: 3000 });
    } catch {
      toast({
        title: t`Couldn’t copy`,
        description: t`Your browser blocked it. Select the code, and copy it from there.`,
        durationMs: 5000,
      });
    }
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      disabled={!ready}
      className="disabled:opacity-100! print:hidden"
      icon={done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <RichText
        text={done ? msg`Copied <spoken>${{ label }}</spoken>` : msg`Copy <spoken>${{ label }}</spoken>`}
        tags={{ spoken: (words) => <span className="sr-only">{words}</span> }}
      />
    </Button>
  );
}

/** The code, with the parts that readers replace set apart. Its text is exactly the code. */
const drawCode = (code: string) =>
  code.split(placeholderPattern).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the code never changes
      <mark key={place} className="rounded-xs bg-accent-wash text-accent-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );

interface CodeBlockProps {
  label: Text;
  code: string;
  /** For tests, which run the code. */
  language: 'bash' | 'js' | 'json' | 'php' | 'python';
  /** Within an Unfold, which has the frame and a title. */
  isNested?: boolean;
}

/** Code with a copy button. On a narrow screen only the code scrolls sideways. */
export function CodeBlock({ label, code, language, isNested = false }: CodeBlockProps) {
  return (
    <figure className={`bg-sunken ${isNested ? '' : 'mt-4 overflow-hidden rounded-xl shadow-ring'}`}>
      <figcaption
        className={`flex items-center gap-3 ps-4 pe-2 pt-1.5 text-sm font-semibold text-muted ${isNested ? 'justify-end' : 'justify-between'}`}
      >
        <span className={isNested ? 'sr-only' : ''}>{label}</span>

        <CopyButton label={label} code={code} />
      </figcaption>
      <pre
        dir="ltr"
        lang="en"
        data-language={language}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it
        tabIndex={0}
        className="overflow-x-auto px-4 pt-1.5 pb-4 text-sm leading-relaxed print:whitespace-pre-wrap print:wrap-anywhere"
      >
        <code>{drawCode(code)}</code>
      </pre>
    </figure>
  );
}

interface UnfoldProps {
  /** The anchor, whose address opens it. */
  id?: string;
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** An entry of a list that unfolds. Its content is in the page, so that search within the page finds and opens it. */
export function Unfold({ id, summary, open = false, children }: UnfoldProps) {
  return (
    // The reader may have opened it before hydration.
    <details open={open} suppressHydrationWarning className="group border-t border-line first:border-t-0">
      <summary className="flex min-h-12 list-none items-center gap-3 px-4 py-2.5 text-base hover:bg-hover [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">{summary}</span>
        <ChevronDown aria-hidden="true" className="text-muted group-open:rotate-180" />
      </summary>
      <div id={id} className="scroll-mt-24 border-t border-line">
        {children}
      </div>
    </details>
  );
}

/** The frame around entries that unfold. */
export const unfoldFrame = 'mt-4 overflow-hidden rounded-xl bg-surface shadow-ring';
