import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#web/ui/link.tsx';
import type { SiteRules } from './site-rules.ts';

/** The operator's name, address and email. Leaves out what the settings do not name. */
export function OperatorLines({ rules, who }: { rules: SiteRules; who?: string | null }) {
  const { operator } = rules;
  return (
    <address>
      {who ? <span>{who}</span> : <b>{operator.name}</b>}
      {who || !operator.address ? null : <span>{operator.address}</span>}
      {operator.email ? (
        <a href={`mailto:${operator.email}`}>{operator.email}</a>
      ) : (
        <TextLink to={paths.contactUs}>{t`Use the contact form`}</TextLink>
      )}
    </address>
  );
}
