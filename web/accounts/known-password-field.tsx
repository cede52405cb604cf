import type { ComponentProps } from 'react';
import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { PasswordField } from '#web/ui/forms/password-field.tsx';
import { TextLink } from '#web/ui/link.tsx';

/** The current password, with a link to password recovery. */
export function KnownPasswordField({
  linkClass = '',
  forgotPath = paths.forgotPassword,
  ...field
}: { linkClass?: string; forgotPath?: string } & ComponentProps<typeof PasswordField>) {
  return (
    <div>
      <PasswordField autoComplete="current-password" {...field} />
      <p className={`mt-2 text-sm ${linkClass}`}>
        <TextLink to={forgotPath} className="tap">{t`Forgot your password?`}</TextLink>
      </p>
    </div>
  );
}
