import { useWatch } from 'react-hook-form';
import { type Text, t } from '#contract/language/text.ts';
import { isChatKind, type WebhookKind } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { fieldProps } from '#web/data/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { kindOfUrl } from './url-kind.ts';
import { isOfOtherService, type useWebhookForm } from './use-webhook-form.ts';
import { serviceNames } from './webhook-kind.tsx';

interface UrlFieldProps {
  form: ReturnType<typeof useWebhookForm>['form'];
  kind: WebhookKind;
  /** To change; undefined for a new one. */
  webhook?: Webhook | undefined;
  /** Goes on with another kind, which the URL fits. Not offered for a saved webhook. */
  onSwitch?: ((kind: WebhookKind, url: string) => void) | undefined;
}

const placeholders: Record<WebhookKind, string> = {
  webhook: 'https://example.com/events',
  discord: 'https://discord.com/api/webhooks/…',
  slack: 'https://hooks.slack.com/services/…',
};

function switchText(kind: WebhookKind): Text {
  switch (kind) {
    case 'discord':
      return t`Add a Discord channel instead`;
    case 'slack':
      return t`Add a Slack channel instead`;
    case 'webhook':
      return t`Add a webhook for programs instead`;
  }
}

function mismatchText(kind: WebhookKind, other: WebhookKind): Text {
  const from = isChatKind(other) ? serviceNames[other] : '';
  return isChatKind(kind)
    ? t`This URL is from ${{ from }}, not from ${{ service: serviceNames[kind] }}.`
    : t`This URL is from ${{ from }}. Add it as a channel, so that events become messages there.`;
}

function hintOf(kind: WebhookKind, webhook: Webhook | undefined): Text {
  if (!isChatKind(kind)) return t`An https address on your server. We send each event there.`;
  return webhook
    ? t`Leave it empty to keep the URL. A new one replaces it.`
    : t`Keep it secret: everyone who has it can post in the channel. We don’t show it again.`;
}

/** Where events go. A URL that belongs to another kind is noticed as soon as it is pasted. */
export function UrlField({ form, kind, webhook, onSwitch }: UrlFieldProps) {
  const url = useWatch({ control: form.control, name: 'url' });
  const { error, ...field } = fieldProps(form)('url');
  const other = kindOfUrl(url);
  const isWrong = isOfOtherService(kind, url);
  // An unfinished URL looks like that of a program, so that kind is suggested only after the server refused it.
  const suggested = other && other !== kind && (isWrong || (error && isChatKind(kind))) ? other : undefined;
  const message = isWrong && other ? mismatchText(kind, other) : error;
  return (
    <div className="grid justify-items-start gap-2 *:first:w-full">
      <TextField
        label={isChatKind(kind) ? (webhook ? t`New webhook URL` : t`Webhook URL`) : t`Address`}
        optional={isChatKind(kind) && webhook !== undefined}
        type="url"
        inputMode="url"
        placeholder={placeholders[kind]}
        autoComplete="off"
        hint={hintOf(kind, webhook)}
        data-autofocus
        {...(message ? { error: message } : {})}
        {...field}
      />
      {suggested && onSwitch ? (
        <Button size="sm" onClick={() => onSwitch(suggested, url)}>
          {switchText(suggested)}
        </Button>
      ) : null}
    </div>
  );
}
