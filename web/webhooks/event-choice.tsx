import type { EventType } from '#contract/events.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { isChatKind, typesOfKind, type WebhookKind, type WebhookScope } from '#contract/webhooks/webhook-limits.ts';
import { Button } from '#web/ui/button.tsx';
import { PickField } from '#web/ui/forms/pick-field.tsx';
import { channelNote, chatEventName } from './chat-events.ts';

interface EventChoiceProps {
  kind: WebhookKind;
  scope: WebhookScope;
  chosen: readonly EventType[];
  onChange: (chosen: EventType[]) => void;
  error?: string | undefined;
}

/** The types of events that a webhook gets: by their names in programs, or by their names for people if it is a channel. */
export function EventChoice({ kind, scope, chosen, onChange, error }: EventChoiceProps) {
  const types = typesOfKind(kind, scope);
  const hasAll = types.every((type) => chosen.includes(type));
  return (
    <div className="grid justify-items-start gap-2">
      <PickField
        id="webhook-events"
        legend={isChatKind(kind) ? t`Messages about` : t`Events`}
        options={types.map((name) => ({ name }))}
        textOf={isChatKind(kind) ? chatEventName : verbatim}
        chosen={chosen}
        onChange={(names) => onChange(names as EventType[])}
        note={isChatKind(kind) ? channelNote() : t`Your server gets only the events that you choose.`}
        error={error}
      />
      <Button size="sm" variant="ghost" onClick={() => onChange(hasAll ? [] : types)}>
        {hasAll ? t`Choose none` : t`Choose all`}
      </Button>
    </div>
  );
}
