import { KeyRound } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { TextLink } from '#web/ui/link.tsx';

/** Tells a person on every page until when they must set up the second factor that their role requires. */
export function SecondFactorBanner({ due }: { due: string }) {
  return (
    <section className="notice mb-5" aria-label="Your second step">
      <KeyRound aria-hidden="true" />
      <p>
        <strong>{`Set up a second step by ${fullDate(due)}.`}</strong> Your role needs a passkey or an authenticator
        app. After that day, you can’t do anything else before you set one up.{' '}
        <TextLink to={`${paths.settings}#second-factor`}>Set it up now</TextLink>
      </p>
    </section>
  );
}
