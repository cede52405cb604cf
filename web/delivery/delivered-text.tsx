import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { readingMinutes } from './content-files.ts';

const TextReader = lazyComponent(async () => (await import('./reader.tsx')).TextReader, { browserOnly: true });

/** Texts up to this length are shown whole. */
const shortText = 900;

/** The text of a delivery: short ones whole, long ones as an excerpt that opens in the reading view. */
export function DeliveredText({ text }: { text: string }) {
  const [reading, setReading] = useState(false);
  const isLong = text.length > shortText;
  return (
    <section aria-label={t`Text`} className="max-w-text text-lg leading-[1.65] wrap-anywhere whitespace-pre-line">
      <div className={`user-text ${isLong ? 'max-h-[16em] overflow-hidden mask-b-from-60%' : ''}`} dir="auto">
        {isLong ? text.slice(0, shortText) : text}
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="sm"
          icon={<BookOpen aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setReading(true)}
        >
          {isLong ? t`Read it all` : t`Open reading view`}
        </Button>
        <span className="text-sm text-muted">{t`${{ minutes: readingMinutes(text) }} min read`}</span>
      </p>
      {reading ? <TextReader title={t`Text`} text={text} onClose={() => setReading(false)} /> : null}
    </section>
  );
}
