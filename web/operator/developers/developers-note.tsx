import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** Leads from the settings of programs to their description. */
export function DevelopersNote({ section = '' }: { section?: `#${string}` | '' }) {
  return (
    <p className="mt-6 max-w-text text-sm text-muted">
      <RichText
        text={msg`<link>For developers</link>: examples, every event and all limits.`}
        tags={{ link: (text) => <TextLink to={paths.developers + section}>{text}</TextLink> }}
      />
    </p>
  );
}
