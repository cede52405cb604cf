import { legalLimits } from '#contract/limits.ts';
import { TextField } from '#web/ui/field.tsx';

type Props = Parameters<typeof TextField>[0];

interface ContactFieldsProps {
  /** Wires a field to the form, with its error. */
  wire: (name: 'name' | 'address' | 'phone') => Omit<Props, 'label'>;
  hint: string;
}

/** The contact details that the law requires in a notice. */
export function ContactFields({ wire, hint }: ContactFieldsProps) {
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Full name" autoComplete="name" maxLength={legalLimits.line} {...wire('name')} />
        <TextField label="Phone" type="tel" autoComplete="tel" maxLength={legalLimits.phone} {...wire('phone')} />
      </div>
      <TextField
        label="Postal address"
        autoComplete="address-line1"
        hint={hint}
        maxLength={legalLimits.address}
        {...wire('address')}
      />
    </>
  );
}
