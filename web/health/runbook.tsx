import type { RunbookSection } from '#contract/admin/health.ts';
import { type Text, t } from '#contract/language/text.ts';
import { SettingNotes } from '#web/admin-table/setting-notes.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';

/** Text with code in backticks; a block of code begins and ends with three. */
function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one fixed text
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}

/** A section of docs/operations.md, closed at first. */
export function Runbook({ section, label = t`What to do` }: { section: RunbookSection; label?: Text }) {
  const { title, text } = section;
  return (
    <Disclosure
      summary={
        <>
          {label}
          <span className="sr-only">: {title}</span>
        </>
      }
    >
      {() => (
        <div className="quote whitespace-normal!">
          <b>{title}</b>
          {text.split('\n\n').map((paragraph) => (
            <p key={paragraph}>
              <Prose text={paragraph} />
            </p>
          ))}
          <SettingNotes text={text} />
          <p className="text-sm text-muted">{t`From docs/operations.md`}</p>
        </div>
      )}
    </Disclosure>
  );
}
