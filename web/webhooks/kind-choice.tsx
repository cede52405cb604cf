import { type Text, t } from '#contract/language/text.ts';
import { type WebhookKind, webhookKinds } from '#contract/webhooks/webhook-limits.ts';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { KindTile, kindName } from './webhook-kind.tsx';

/** Most people want a channel. */
const order: readonly WebhookKind[] = webhookKinds.toSorted(
  (a, b) => Number(a === 'webhook') - Number(b === 'webhook'),
);

function purposeOf(kind: WebhookKind): Text {
  switch (kind) {
    case 'discord':
      return t`Posts goals, deliveries and new pledges in a channel of your server.`;
    case 'slack':
      return t`Posts goals, deliveries and new pledges in a channel of your workspace.`;
    case 'webhook':
      return t`Sends events to one of your programs, such as a stream bot or an automation.`;
  }
}

/** Asks where events go. `wide` puts the choices side by side where there is room. */
export function KindChoice({ wide, onChoose }: { wide?: boolean; onChoose: (kind: WebhookKind) => void }) {
  const ready = useHydrated();
  return (
    <ul className={`grid gap-3 ${wide ? 'md:grid-cols-3' : ''}`}>
      {order.map((kind) => (
        <li key={kind} className="grid">
          <button
            type="button"
            disabled={!ready}
            data-autofocus={kind === order[0] || undefined}
            className="flex gap-4 rounded-xl border border-line-strong bg-surface p-4 text-start hover:border-muted hover:bg-hover"
            onClick={() => onChoose(kind)}
          >
            <KindTile kind={kind} />
            <span className="grid content-start gap-1">
              <b className="text-ink">{kindName(kind)}</b>
              <span className="text-sm text-muted">{purposeOf(kind)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
