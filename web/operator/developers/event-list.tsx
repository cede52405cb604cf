import type { EventType } from '#contract/events.ts';
import { type Message, msg, textOf, verbatim } from '#contract/language/text.ts';
import { type EventAudience, eventCatalogue } from '#contract/programs/event-catalogue.ts';
import { exampleOf, exampleSite } from '#contract/programs/event-examples.ts';
import { useSite } from '#web/data/session.ts';
import { Chip } from '#web/ui/display.tsx';
import { CodeBlock, Unfold, unfoldFrame } from './code-block.tsx';

const readers: Record<EventAudience, Message> = {
  pool: msg`Owner and creator`,
  creator: msg({ message: 'Creator', context: 'the reader of an event' }),
  person: msg`The person concerned`,
  admins: msg({ message: 'Admins', context: 'the readers of an event' }),
};

/** The example as this installation would send it. */
export const exampleJson = (example: unknown, site: string): string =>
  JSON.stringify(example, null, 2).replaceAll(exampleSite, site);

/** A summary of the API, which is English. */
const Summary = ({ text }: { text: string }) => (
  <span lang="en" dir="ltr" className="block text-sm text-muted">
    {text.split('`').map((part, place) => (place % 2 === 1 ? <code key={part}>{part}</code> : part))}
  </span>
);

/** Every type of event, with an example that unfolds. */
export function EventList() {
  const { publicUrl } = useSite();
  return (
    <div className={unfoldFrame}>
      {(Object.keys(eventCatalogue) as EventType[]).map((type) => {
        const { summary, audience } = eventCatalogue[type];
        return (
          <Unfold
            key={type}
            id={`event-${type}`}
            summary={
              <>
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                  <code className="font-semibold">{type}</code>
                  <Chip>{textOf(readers[audience])}</Chip>
                </span>
                <Summary text={summary} />
              </>
            }
          >
            <CodeBlock label={verbatim(type)} code={exampleJson(exampleOf(type), publicUrl)} language="json" isNested />
          </Unfold>
        );
      })}
    </div>
  );
}
