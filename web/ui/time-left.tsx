import { useEffect, useReducer } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { fullDate, shortDate, timeLeft } from '#contract/values/time.ts';

const tickMs = 30_000;

/** "3 days", counting down while the page is open. After hydration the text may differ from the server's by one step. */
export function TimeLeft({
  until,
  over = t({ message: 'no time', context: 'in place of a duration such as “3 days”' }),
}: {
  until: string;
  over?: Text;
}) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={until} title={fullDate(until)} suppressHydrationWarning>
      {timeLeft(until) ?? over}
    </time>
  );
}

/** "Nov 20", with the year on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullDate(at)}>
      {shortDate(at)}
    </time>
  );
}

/** A duration as text: "7 days". */
export const durationText = (lengthMs: number): Text =>
  timeLeft(lengthMs, 0) ?? t({ message: 'no time', context: 'in place of a duration such as “3 days”' });
