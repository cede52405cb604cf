import { useEffect, useReducer } from 'react';
import { type Text, t } from '#contract/language/text.ts';
import { fullDate, remainingTime, shortDate, timeLeft } from '#contract/values/time.ts';

const tickMs = 30_000;

interface TimeLeftProps {
  until: string;
  /** In place of the time once it has passed. */
  over?: Text;
}

/** "3 days left", for sentences, counting down as `TimeLeft`. */
export const RemainingTime = ({ until }: Pick<TimeLeftProps, 'until'>) => (
  <CountedTime until={until} textOf={remainingTime} over={t`no time left`} />
);

/** "3 days", counting down while the page is open. After hydration the text may differ from the server's by one step. */
export const TimeLeft = ({
  until,
  over = t({ message: 'no time', context: 'in place of a duration such as “3 days”' }),
}: TimeLeftProps) => <CountedTime until={until} textOf={timeLeft} over={over} />;

interface CountedTimeProps {
  until: string;
  textOf: (until: string) => Text | null;
  over: Text;
}

function CountedTime({ until, textOf, over }: CountedTimeProps) {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={until} title={fullDate(until)} suppressHydrationWarning>
      {textOf(until) ?? over}
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

/** A duration as text: "7 days". Not beside a preposition or "every", where the words for days change in many languages: see contract/values/time-phrases.ts. */
export const durationText = (lengthMs: number): Text =>
  timeLeft(lengthMs, 0) ?? t({ message: 'no time', context: 'in place of a duration such as “3 days”' });
