import { Banknote, CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { Stepper } from '#web/ui/display.tsx';
import type { Story } from './pool-page-steps.tsx';

/** Plain text with paragraphs at empty lines; line breaks stay. */
export function PoolDescription({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return (
    <div className="w-fit max-w-text text-lg leading-relaxed wrap-anywhere [&>p+p]:mt-4">
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs never reorder
        <p key={index} className="user-text w-full whitespace-pre-line" dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  );
}

function Answer({ icon, title, children }: { icon: ReactNode; title: Text; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span className="mt-0.5 text-accent-text">{icon}</span>
      <div className="wrap-anywhere">
        <h2 className="text-base">{title}</h2>
        <p className="mt-1 text-muted">{children}</p>
      </div>
    </div>
  );
}

/** The pool's steps, its next step, and the result for the money. */
export function PoolProgress({ story }: { story: Story }) {
  return (
    <section aria-label={t`Progress of this pool`}>
      <Stepper steps={story.steps} label={t`Steps of this pool`} />
      <div className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Answer icon={<CalendarClock aria-hidden="true" />} title={story.over ? t`How it ended` : t`What happens next`}>
          {story.next}
        </Answer>
        <Answer
          icon={<Banknote aria-hidden="true" />}
          title={story.over ? t`What happened to the money` : t`What happens to the money`}
        >
          {story.money}
        </Answer>
      </div>
    </section>
  );
}
