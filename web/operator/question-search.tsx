import { msg, plural, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Link } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export interface QuestionSearchProps {
  text: string;
  onText: (text: string) => void;
  /** The number of matching questions; undefined without a search. */
  found: number | undefined;
}

/** Finds questions by the words in them and in their answers. Needs scripts; without them, all questions stay in the list. */
export function QuestionSearch({ text, onText, found }: QuestionSearchProps) {
  const ready = useHydrated();
  return (
    <search className="mt-5 block max-w-120 print:hidden">
      <SearchField label={t`Search the questions`} value={text} onText={onText} disabled={!ready} />
      <p role="status" className="mt-2 min-h-6 text-base">
        {found === undefined ? null : found === 0 ? (
          <span>
            <RichText
              text={msg`No answer has all of these words. Try fewer, or <link>write to us</link>.`}
              tags={{ link: (text) => <Link to={paths.contactUs}>{text}</Link> }}
            />
          </span>
        ) : (
          <span>{t`${plural({ questions: found }, { one: '# question', other: '# questions' })}`}</span>
        )}
      </p>
    </search>
  );
}
