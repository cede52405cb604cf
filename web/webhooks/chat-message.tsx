import { t } from '#contract/language/text.ts';
import type { ChatKind } from '#contract/webhooks/webhook-limits.ts';
import { textOfMessage } from './message-text.ts';

/** A message as the people in a channel read it. */
export function ChatMessage({ kind, payload }: { kind: ChatKind; payload: object }) {
  const lines = textOfMessage(kind, payload);
  return (
    <div className="grid min-w-0 gap-1.5">
      <p className="text-sm font-semibold">{t`Message`}</p>
      <div className="quote">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
          <p key={index} dir="auto" className={index === 0 && lines.length > 1 ? 'font-semibold' : undefined}>
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}
