import { t } from '#contract/language/text.ts';
import { paths, registerPath } from '#contract/paths.ts';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** The buttons at the end of an article. `first` is the most likely next step of its readers. */
export function NextSteps({ first }: { first: 'browse' | 'create' | 'apply' }) {
  const user = useUser();
  const steps = {
    browse: [paths.feed, t`Discover pools`],
    create: [user ? paths.createPool : registerPath(paths.createPool), t`Start a pool`],
    apply: [paths.becomeCreator, t`Become a Creator`],
  } as const;
  const names = [first, ...(['browse', 'create', 'apply'] as const).filter((name) => name !== first)] as const;
  const shown = names.filter((name) => name !== 'apply' || first === 'apply').slice(0, 2);
  return (
    <div className="mt-10 flex flex-wrap gap-3 print:hidden">
      {shown.map((name, index) => {
        const [to, label] = steps[name];
        return (
          <LinkButton
            key={name}
            to={to}
            size="lg"
            variant={index === 0 ? 'primary' : 'quiet'}
            onClick={() => user || name !== 'create' || saveOriginalPage(paths.createPool)}
          >
            {label}
          </LinkButton>
        );
      })}
    </div>
  );
}
