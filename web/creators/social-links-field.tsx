import { Plus, Trash2 } from 'lucide-react';
import { type Control, type FieldErrors, type UseFormRegister, useFieldArray } from 'react-hook-form';
import { socialPlatformLabel, socialPlatforms } from '#contract/creators/social-platforms.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/forms/field.tsx';
import { emptyLink } from './application-fields.ts';

interface WithLinks {
  socialLinks: { platform: string; url: string }[];
}

interface LinksProps {
  control: Control<WithLinks>;
  register: UseFormRegister<WithLinks>;
  errors: FieldErrors<WithLinks>;
}

/** The part of a form that these fields need. The cast is needed because TypeScript cannot narrow the form's own type to it. */
export function linksOf<Fields extends WithLinks, Made>(form: {
  control: Control<Fields, unknown, Made>;
  register: UseFormRegister<Fields>;
  formState: { errors: FieldErrors<Fields> };
}): LinksProps {
  const { control, register, formState } = form;
  return { control, register, errors: formState.errors } as unknown as LinksProps;
}

/** One to five rows, each with a platform and a URL. */
export function SocialLinksField({ control, register, errors }: LinksProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'socialLinks' });
  const wrong = errors.socialLinks?.root?.message ?? errors.socialLinks?.message;
  return (
    <fieldset className="grid gap-2.5" aria-describedby={wrong ? 'links-error' : undefined}>
      <legend className="field-label mb-1.5">{t`Social media links`}</legend>
      {fields.map((field, index) => {
        const problem = errors.socialLinks?.[index];
        const platformError = problem?.platform?.message;
        const urlError = problem?.url?.message === platformError ? undefined : problem?.url?.message;
        return (
          <div
            key={field.id}
            className="grid grid-cols-[minmax(0,1fr)_--spacing(11)] items-start gap-2 *:nth-2:order-1 *:nth-2:col-span-full sm:grid-cols-[--spacing(42.5)_minmax(0,1fr)_--spacing(11)] sm:*:nth-2:order-none sm:*:nth-2:col-auto"
          >
            <SelectField
              label={t`Platform of link ${{ number: index + 1 }}`}
              hideLabel
              error={platformError}
              {...register(`socialLinks.${index}.platform`)}
            >
              <option value="">{t`Platform`}</option>
              {socialPlatforms.map((platform) => (
                <option key={platform} value={platform}>
                  {socialPlatformLabel(platform)}
                </option>
              ))}
            </SelectField>
            <TextField
              label={t`URL of link ${{ number: index + 1 }}`}
              hideLabel
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              error={urlError}
              {...register(`socialLinks.${index}.url`)}
            />
            <IconButton label={t`Remove link ${{ number: index + 1 }}`} onClick={() => remove(index)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        );
      })}
      {wrong ? (
        <p id="links-error" className="field-error text-sm" role="alert">
          {wrong}
        </p>
      ) : null}
      {fields.length < limits.socialLinksMax ? (
        <Button
          size="sm"
          className="w-max"
          icon={<Plus aria-hidden="true" />}
          onClick={() => append(emptyLink, { focusName: `socialLinks.${fields.length}.platform` })}
        >{t`Add a link`}</Button>
      ) : (
        <p className="text-sm text-muted">{t`You can add up to ${plural({ links: limits.socialLinksMax }, { one: '# link', other: '# links' })}.`}</p>
      )}
    </fieldset>
  );
}
