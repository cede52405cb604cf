import { Gamepad2, Hash, type LucideIcon, Webhook as WebhookIcon } from 'lucide-react';
import { type Text, t, verbatim } from '#contract/language/text.ts';
import type { ChatKind, WebhookKind } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { Chip } from '#web/ui/display.tsx';

/** The logos of the services are trademarks, so these are neutral pictures. */
const icons: Record<WebhookKind, LucideIcon> = { webhook: WebhookIcon, discord: Gamepad2, slack: Hash };

export const serviceNames: Record<ChatKind, Text> = { discord: verbatim('Discord'), slack: verbatim('Slack') };

export function kindName(kind: WebhookKind): Text {
  switch (kind) {
    case 'discord':
      return t`Discord channel`;
    case 'slack':
      return t`Slack channel`;
    case 'webhook':
      return t`Webhook for programs`;
  }
}

export function KindIcon({ kind }: { kind: WebhookKind }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" />;
}

/** The icon of a kind on a colored square. */
export function KindTile({ kind }: { kind: WebhookKind }) {
  return (
    <span className="grid size-10 flex-none place-items-center rounded-lg bg-accent-wash text-accent-text">
      <KindIcon kind={kind} />
    </span>
  );
}

export function KindChip({ kind }: { kind: WebhookKind }) {
  return <Chip icon={<KindIcon kind={kind} />}>{kindName(kind)}</Chip>;
}

/** The description of a webhook, or its kind without one. */
export const WebhookTitle = ({ webhook: { kind, description } }: { webhook: Webhook }) => (
  <span dir="auto">{description || kindName(kind)}</span>
);
