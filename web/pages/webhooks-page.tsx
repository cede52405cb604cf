import { msg } from '#contract/language/text.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import { definePage } from '#web/data/page.ts';
import { DevelopersNote } from '#web/operator/developers/developers-note.tsx';
import { WebhookList } from '#web/webhooks/webhook-list.tsx';
import { myWebhooks } from '#web/webhooks/webhook-queries.ts';

export const page = definePage({
  title: msg`Webhooks`,
  description: msg`Post what happens in your pools in Discord or Slack, or send it to your own server.`,
  canonical: webhooksPath,
  noindex: true,
  queries: ({ user }) => (user ? [myWebhooks] : []),
});

export function Component() {
  return (
    <>
      <WebhookList />
      <DevelopersNote section="#webhooks" />
    </>
  );
}
