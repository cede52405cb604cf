import { msg, t } from '#contract/language/text.ts';
import type { ChatKind } from '#contract/webhooks/webhook-limits.ts';
import { RichText } from '#web/ui/rich-text.tsx';

const strong = (words: React.ReactNode) => <b className="font-semibold text-ink">{words}</b>;

function DiscordSteps() {
  return (
    <>
      <li>
        <RichText
          text={msg`In Discord, open <b>Server Settings</b> and choose <b>Integrations</b>, then <b>Webhooks</b>.`}
          tags={{ b: strong }}
        />
      </li>
      <li>
        <RichText text={msg`Press <b>New Webhook</b> and choose the channel for the messages.`} tags={{ b: strong }} />
      </li>
      <li>
        <RichText text={msg`Press <b>Copy Webhook URL</b> and paste it here.`} tags={{ b: strong }} />
      </li>
    </>
  );
}

const slackApps = (words: React.ReactNode) => (
  <a href="https://api.slack.com/apps?new_app=1" target="_blank" rel="noopener noreferrer" className="link">
    {words}
  </a>
);

function SlackSteps() {
  return (
    <>
      <li>
        <RichText
          text={msg`<apps>Create a Slack app</apps> for your workspace, from scratch.`}
          tags={{ apps: slackApps }}
        />
      </li>
      <li>
        <RichText
          text={msg`In the app, choose <b>Incoming Webhooks</b> and turn them on. Press <b>Add New Webhook</b> and choose the channel for the messages.`}
          tags={{ b: strong }}
        />
      </li>
      <li>{t`Copy the webhook URL and paste it here.`}</li>
    </>
  );
}

/** Where a person finds the URL of a channel. */
export function ChatSteps({ kind }: { kind: ChatKind }) {
  return (
    <ol className="grid list-decimal gap-1.5 rounded-xl bg-sunken py-4 ps-10 pe-4 text-muted">
      {kind === 'discord' ? <DiscordSteps /> : <SlackSteps />}
    </ol>
  );
}
