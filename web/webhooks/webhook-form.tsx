import { useWatch } from 'react-hook-form';
import { type Text, t } from '#contract/language/text.ts';
import { isChatKind, typesOfKind, type WebhookKind, webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { fieldProps } from '#web/data/form-errors.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { SelectField, TextField } from '#web/ui/forms/field.tsx';
import { ChatSteps } from './chat-steps.tsx';
import { EventChoice } from './event-choice.tsx';
import { UrlField } from './url-field.tsx';
import { type Created, useWebhookForm } from './use-webhook-form.ts';

interface WebhookFormProps {
  kind: WebhookKind;
  /** To change; undefined for a new one. */
  webhook?: Webhook;
  /** Typed before the person chose another kind. */
  url?: string;
  onClose: () => void;
  /** Leads to the choice of kinds; without it, the button cancels. */
  onBack?: () => void;
  onSwitch?: (kind: WebhookKind, url: string) => void;
  onCreated?: (created: Created) => void;
  onSaved?: (saved: Webhook, isMoved: boolean) => void;
}

function titleOf(kind: WebhookKind, isNew: boolean): Text {
  switch (kind) {
    case 'discord':
      return isNew ? t`Add a Discord channel` : t`Edit Discord channel`;
    case 'slack':
      return isNew ? t`Add a Slack channel` : t`Edit Slack channel`;
    case 'webhook':
      return isNew ? t`Add a webhook` : t`Edit webhook`;
  }
}

type FieldsProps = Pick<WebhookFormProps, 'kind' | 'webhook' | 'onSwitch'> & {
  form: ReturnType<typeof useWebhookForm>['form'];
};

function Fields({ form, kind, webhook, onSwitch }: FieldsProps) {
  const isAdmin = useUser()?.role === 'admin';
  const { control, setValue, clearErrors, formState } = form;
  const field = fieldProps(form);
  const [scope, types] = useWatch({ control, name: ['scope', 'types'] });
  const scopeField = form.register('scope', {
    onChange: ({ target }) =>
      setValue(
        'types',
        types.filter((type) => typesOfKind(kind, target.value).includes(type)),
      ),
  });
  return (
    <>
      {isChatKind(kind) && !webhook ? <ChatSteps kind={kind} /> : null}
      <UrlField form={form} kind={kind} webhook={webhook} onSwitch={onSwitch} />
      {isChatKind(kind) && webhook ? (
        <Disclosure summary={t`How to get a new URL`} open={webhook.state !== 'on'}>
          {() => <ChatSteps kind={kind} />}
        </Disclosure>
      ) : null}
      <TextField
        label={t`Description`}
        optional
        maxLength={webhookLimits.descriptionMax}
        hint={isChatKind(kind) ? t`For you, such as “#announcements”.` : t`For you, such as “Stream bot”.`}
        {...field('description')}
      />
      {!webhook && isAdmin ? (
        <SelectField label={t`Events of`} {...scopeField}>
          <option value="mine">{t`My pools and my page`}</option>
          <option value="site">{t`The whole site`}</option>
        </SelectField>
      ) : null}
      <EventChoice
        kind={kind}
        scope={scope}
        chosen={types}
        onChange={(chosen) => {
          clearErrors('types');
          setValue('types', chosen);
        }}
        error={formState.errors.types?.message}
      />
    </>
  );
}

/** Asks for everything about a new webhook of a kind, or about one to change. */
export function WebhookForm({ onClose, onBack, onCreated, onSaved, onSwitch, ...setting }: WebhookFormProps) {
  const { kind, webhook } = setting;
  const { form, submit } = useWebhookForm({
    ...setting,
    onCreated: (created) => onCreated?.(created),
    onSaved: (saved, isMoved) => onSaved?.(saved, isMoved),
  });
  const addText = isChatKind(kind) ? t`Add channel` : t`Add webhook`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(kind, !webhook)}
      footer={
        <>
          <Button onClick={onBack ?? onClose}>
            {onBack ? t({ message: 'Back', context: 'leads to the previous page' }) : t`Cancel`}
          </Button>
          <Button type="submit" form="webhook" variant="primary" busy={form.formState.isSubmitting}>
            {webhook ? t`Save` : addText}
          </Button>
        </>
      }
    >
      <form id="webhook" noValidate className="grid grid-cols-1 gap-5" onSubmit={(event) => void submit(event)}>
        <Fields form={form} kind={kind} webhook={webhook} onSwitch={onSwitch} />
      </form>
    </Dialog>
  );
}
