import { paths } from '#contract/paths.ts';
import { TextLink } from '#web/ui/link.tsx';
import type { SiteRules } from './site-rules.ts';

/** Where to write to. What the operator has not set is left out. */
export function OperatorLines({ house, who }: { house: SiteRules; who?: string | null }) {
  const { operator } = house;
  return (
    <address>
      {who ? <span>{who}</span> : <b>{operator.name}</b>}
      {who || !operator.address ? null : <span>{operator.address}</span>}
      {operator.email ? (
        <a href={`mailto:${operator.email}`}>{operator.email}</a>
      ) : (
        <TextLink to={paths.contactUs}>Write with the contact form</TextLink>
      )}
    </address>
  );
}
