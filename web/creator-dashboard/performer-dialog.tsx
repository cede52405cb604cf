import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { z } from 'zod';
import { addPerformer, listPerformers } from '#contract/calls/delivery.ts';
import { type Message, msg, t, textOf, verbatim } from '#contract/language/text.ts';
import { legalLimits } from '#contract/limits.ts';
import { documentKinds, type Performer, performerForm } from '#contract/performers.ts';
import { asAppError } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { upload } from '#web/data/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextField } from '#web/ui/forms/field.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';

type Fields = z.input<typeof performerForm>;
type Faults = Partial<Record<keyof Fields | 'scan' | 'form', string>>;

const documentNames: Record<(typeof documentKinds)[number], Message> = {
  passport: msg`Passport`,
  driver_license: msg`Driver’s license`,
  id_card: msg`National or state ID card`,
  other: msg`Other government photo ID`,
};
const scanTypes = 'image/png,image/jpeg,image/webp,application/pdf';

function faultsOf(fields: Fields, scan: File | undefined): Faults {
  const parsed = performerForm.safeParse(fields);
  const faults: Faults = {};
  for (const { path, message } of parsed.success ? [] : parsed.error.issues) {
    faults[path[0] as keyof Fields] ??= message;
  }
  if (!scan) faults.scan = t`Choose a scan of the document.`;
  else if (scan.size >= legalLimits.scanBytes) faults.scan = t`Choose a file under 10 MB.`;
  return faults;
}

/** Adds a person to the creator's records, with a scan of their document. */
export function PerformerDialog({
  onAdded,
  onClose,
}: {
  onAdded: (performer: Performer) => void;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const [fields, setFields] = useState<Fields>({
    legalName: '',
    aliases: '',
    dateOfBirth: '',
    documentKind: 'passport',
  });
  const [scan, setScan] = useState<File>();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Fields>) => setFields((now) => ({ ...now, ...part }));
  const save = async () => {
    const found = faultsOf(fields, scan);
    setFaults(found);
    if (Object.keys(found).length > 0 || !scan) return;
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value ?? '');
    form.set('scan', scan);
    setBusy(true);
    try {
      const performer = await upload(addPerformer, form);
      await refresh(listPerformers);
      onAdded(performer);
    } catch (failure) {
      const { message, details } = asAppError(failure);
      setFaults({ ...details.fields, form: message });
    }
    setBusy(false);
  };
  const error = (name: keyof Faults) => (faults[name] ? { error: faults[name] } : {});
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={t`Add a person`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>{t`Add person`}</Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-muted">{t`Stored encrypted. Only an admin with a recorded reason can read it.`}</p>
        <TextField
          label={t`Legal name`}
          autoComplete="off"
          maxLength={legalLimits.line}
          value={fields.legalName}
          onChange={(event) => change({ legalName: event.target.value })}
          {...error('legalName')}
        />
        <TextField
          label={t`Other names`}
          optional
          autoComplete="off"
          hint={t`Every stage name, nickname and earlier name, separated by commas.`}
          maxLength={legalLimits.address}
          value={fields.aliases}
          onChange={(event) => change({ aliases: event.target.value })}
          {...error('aliases')}
        />
        <TextField
          label={t`Date of birth`}
          type="date"
          value={fields.dateOfBirth}
          onChange={(event) => change({ dateOfBirth: event.target.value })}
          {...error('dateOfBirth')}
        />
        <SelectField
          label={t`Document`}
          value={fields.documentKind}
          onChange={(event) => change({ documentKind: event.target.value as Fields['documentKind'] })}
        >
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {textOf(documentNames[kind])}
            </option>
          ))}
        </SelectField>
        <FileDrop
          label={scan ? verbatim(scan.name) : t`Choose a scan of the document`}
          note={t`PNG, JPG, WebP or PDF, under 10 MB. Name, photo and date of birth must be readable.`}
          accept={scanTypes}
          icon={<FileText aria-hidden="true" />}
          onFiles={([file]) => setScan(file)}
          {...error('scan')}
        />
        {faults.form ? (
          <p className="field-error" role="alert">
            {faults.form}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
