import { useForm } from 'react-hook-form';
import { changeWebhook, createWebhook } from '#contract/calls/webhooks.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import { t } from '#contract/language/text.ts';
import { isChatKind, type WebhookKind, type WebhookScope } from '#contract/webhooks/webhook-limits.ts';
import type { createWebhook as createEndpoint, Webhook } from '#contract/webhooks/webhooks.ts';
import { asAppError, call } from '#web/data/call.ts';
import { showFieldErrors } from '#web/data/form-errors.ts';
import { toast, toastError } from '#web/ui/toast.tsx';
import { firstChatTypes } from './chat-events.ts';
import { kindOfUrl } from './url-kind.ts';
import { useRefreshWebhooks } from './webhook-queries.ts';

export interface WebhookFields {
  url: string;
  description: string;
  scope: WebhookScope;
  types: EventType[];
}

export type Created = OutputOf<typeof createEndpoint>;

/** The events that most receivers want. */
const firstTypes: EventType[] = ['pool.goal_met', 'pledge.placed', 'pledge.paid', 'update.posted'];

interface FormSetting {
  kind: WebhookKind;
  /** To change; undefined for a new one. */
  webhook?: Webhook | undefined;
  /** Typed before the person chose another kind. */
  url?: string | undefined;
  onCreated: (created: Created) => void;
  onSaved: (saved: Webhook, isMoved: boolean) => void;
}

/** Off for another reason than the URL, so a new URL does not turn it on. */
const offStates: readonly Webhook['state'][] = ['by_owner', 'rights', 'token'];

/** The form of a new webhook, or of one to change. The URL of a channel is never shown again: the field is for another one. */
export function useWebhookForm({ kind, webhook, url: typed = '', onCreated, onSaved }: FormSetting) {
  const refresh = useRefreshWebhooks();
  const { description = '', scope = 'mine', types = isChatKind(kind) ? firstChatTypes : firstTypes } = webhook ?? {};
  const url = webhook && !isChatKind(kind) ? webhook.url : typed;
  const form = useForm<WebhookFields>({ defaultValues: { url, description, scope, types } });
  const save = async ({ scope, url, ...fields }: WebhookFields) => {
    const entered = url.trim();
    if (!webhook) {
      onCreated(await call(createWebhook, { body: { ...fields, scope, kind, url: entered } }));
      return;
    }
    const isMoved = entered !== '' && entered !== webhook.url;
    const isFixed = isMoved && isChatKind(kind) && !offStates.includes(webhook.state);
    const keepsUrl = isChatKind(kind) && entered === '';
    const body = { ...fields, ...(keepsUrl ? {} : { url: entered }), ...(isFixed ? { isOn: true } : {}) };
    const saved = await call(changeWebhook, { params: { id: webhook.id }, body });
    toast({ title: t`Webhook saved`, durationMs: 3000 });
    onSaved(saved, isMoved);
  };
  const submit = form.handleSubmit(async (fields) => {
    if (isOfOtherService(kind, fields.url)) {
      form.setFocus('url');
      return;
    }
    try {
      await save(fields);
    } catch (error) {
      showFieldErrors(error, form.setError);
      if (!asAppError(error).details.fields) toastError(error, t`The webhook wasn’t saved`);
      return;
    }
    await refresh();
  });
  return { form, submit };
}

/** Whether a URL is certainly of another kind: Discord's or Slack's. */
export function isOfOtherService(kind: WebhookKind, url: string): boolean {
  const other = kindOfUrl(url);
  return other !== undefined && isChatKind(other) && other !== kind;
}
