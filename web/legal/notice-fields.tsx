import { type Text, t } from '#contract/language/text.ts';
import { legalLimits } from '#contract/limits.ts';
import { TextField } from '#web/ui/forms/field.tsx';

type Props = Parameters<typeof TextField>[0];

interface ContactFieldsProps {
  /** Registers a field with the form and passes it its error. */
  field: (name: 'name' | 'address' | 'phone') => Omit<Props, 'label'>;
  hint: Text;
}

/** The contact details that the law requires in a notice. */
export function ContactFields({ field, hint }: ContactFieldsProps) {
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label={t`Full name`} autoComplete="name" maxLength={legalLimits.line} {...field('name')} />
        <TextField label={t`Phone`} type="tel" autoComplete="tel" maxLength={legalLimits.phone} {...field('phone')} />
      </div>
      <TextField
        label={t`Postal address`}
        autoComplete="address-line1"
        hint={hint}
        maxLength={legalLimits.address}
        {...field('address')}
      />
    </>
  );
}

/** The typed name that signs a notice. */
export function SignatureField(props: Omit<Props, 'label'>) {
  return (
    <TextField
      label={t`Signature`}
      autoComplete="off"
      hint={t`Type your full name.`}
      maxLength={legalLimits.line}
      {...props}
    />
  );
}
