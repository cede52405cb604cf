import { KeyRound } from 'lucide-react';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

/** Tells a person on every page until when they must set up the second factor that their role requires. */
export function SecondFactorBanner({ due }: { due: string }) {
  return (
    <section className="notice mb-5" aria-label={t`Your second step`}>
      <KeyRound aria-hidden="true" />
      <p>
        <RichText
          text={msg`<b>Set up a second step by ${{ date: fullDate(due) }}.</b> Your role needs a passkey or an authenticator app. After that day, you can’t do anything else before you set one up. <link>Set it up now</link>`}
          tags={{
            b: (text) => <strong>{text}</strong>,
            link: (text) => <TextLink to={`${paths.settings}#second-factor`}>{text}</TextLink>,
          }}
        />
      </p>
    </section>
  );
}
