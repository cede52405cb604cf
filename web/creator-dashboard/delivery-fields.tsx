import { Plus, Trash2, UploadCloud } from 'lucide-react';
import { msg, type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/forms/field.tsx';
import { FileDrop } from '#web/ui/forms/file-drop.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { type DeliveryDraft, type DeliveryFaults, deliveryLimits } from './delivery-draft.ts';
import { UploadList } from './upload-list.tsx';
import type { Uploads } from './use-uploads.ts';

interface FieldsProps {
  draft: DeliveryDraft;
  faults: DeliveryFaults;
  change: (part: Partial<DeliveryDraft>) => void;
}

export function DeliveryFiles({ uploads, error }: { uploads: Uploads; error?: Text }) {
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="mb-3 text-lg">{t`Files`}</h2>
      <FileDrop
        label={t`Choose files or drop them here`}
        note={t`Video, audio, pictures or documents, up to ${{ gigabytes: limits.uploadBytes / 1024 ** 3 }} GB each. You can pause uploads and resume them later. To add captions, upload a .vtt file with the same name as the video.`}
        multiple
        icon={<UploadCloud aria-hidden="true" />}
        error={uploads.refused ?? error}
        onFiles={uploads.add}
      />
      <UploadList uploads={uploads} />
    </section>
  );
}

function DeliveryLinks({ draft, faults, change }: FieldsProps) {
  const { links } = draft;
  const set = (index: number, text: string) => change({ links: links.map((link, at) => (at === index ? text : link)) });
  return (
    <fieldset className="grid gap-2.5">
      <legend className="field-label mb-1.5">
        <RichText
          text={msg`Links <optional>optional</optional>`}
          tags={{ optional: (text) => <span className="font-normal text-faint">{text}</span> }}
        />
      </legend>
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <TextField
            label={t`Link ${{ number: index + 1 }}`}
            hideLabel
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            value={link}
            error={faults.links?.[index]}
            onChange={(event) => set(index, event.target.value)}
          />
          {links.length > 1 || link !== '' ? (
            <IconButton
              label={t`Remove link ${{ number: index + 1 }}`}
              onClick={() => change({ links: links.filter((_, at) => at !== index) })}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      ))}
      {links.length < deliveryLimits.links ? (
        <Button
          size="sm"
          className="w-max"
          icon={<Plus aria-hidden="true" />}
          onClick={() => change({ links: [...links, ''] })}
        >{t`Add a link`}</Button>
      ) : null}
    </fieldset>
  );
}

/** The fields for the note, the text and the links. */
export function DeliveryTextFields(props: FieldsProps) {
  const { draft, change } = props;
  return (
    <>
      <TextArea
        label={t`Note to the fans`}
        optional
        rows={3}
        maxLength={deliveryLimits.note}
        counter={[draft.note.length, deliveryLimits.note]}
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <TextArea
        label={t`Text`}
        optional
        rows={5}
        hint={t`Anything to read: a story, lyrics, a recipe, instructions.`}
        maxLength={deliveryLimits.text}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <DeliveryLinks {...props} />
    </>
  );
}
