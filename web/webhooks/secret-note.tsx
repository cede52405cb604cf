import { t } from '#contract/language/text.ts';
import { CopyField } from '#web/ui/forms/copy-field.tsx';

/** A new secret. It is shown once. */
export function SecretNote({ secret, isRotated }: { secret: string; isRotated?: boolean }) {
  return (
    <div className="grid gap-4">
      <CopyField label={t`Signing secret`} text={secret} copied={t`Secret copied`} />
      <p className="text-muted">{t`Your server checks with it that an event really comes from here. Keep it like a password: we don’t show it again.`}</p>
      {isRotated ? (
        <p className="text-muted">{t`For 24 hours, events are signed with the old secret too. Your server can change over without missing one.`}</p>
      ) : null}
    </div>
  );
}
