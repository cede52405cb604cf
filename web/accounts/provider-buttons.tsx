import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { browserMessages } from '#contract/browser-messages.ts';
import { t, textOf } from '#contract/language/text.ts';
import { useData } from '#web/data/query.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { startProviderPath } from './auth-navigation.ts';
import { signInOptions } from './demo-accounts.tsx';

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M23.5 12.3c0-.9-.1-1.500-.2-2.300H12v4.300h6.500a5.600 5.600 0 0 1-2.400 3.600v3h3.900c2.200-2.100 3.500-5.100 3.500-8.600Z"
      />
      <path
        fill="#34a853"
        d="M12 24c3.200 0 6-1.100 8-2.900l-3.900-3a7.200 7.200 0 0 1-10.800-3.800h-4v3.100A12 12 0 0 0 12 24Z"
      />
      <path fill="#fbbc05" d="M5.300 14.300a7.200 7.200 0 0 1 0-4.600V6.600h-4a12 12 0 0 0 0 10.800l4-3.100Z" />
      <path
        fill="#ea4335"
        d="M12 4.800c1.800 0 3.400.6 4.600 1.800l3.500-3.500A12 12 0 0 0 1.300 6.600l4 3.100A7.200 7.200 0 0 1 12 4.800Z"
      />
    </svg>
  );
}

interface ButtonProps {
  mode: 'login' | 'register';
  target: string;
}

/** Starts Google sign-in. If the operator has not set it up, the button says so when pressed. */
function GoogleButton({ mode, target }: ButtonProps) {
  const { data } = useData(signInOptions);
  const [pressed, setPressed] = useState(false);
  const className = buttonClass({ wide: true, size: 'lg' });
  const label = (
    <>
      <GoogleMark />
      {mode === 'register' ? t`Sign up with Google` : t`Sign in with Google`}
    </>
  );
  if (data?.google !== false) {
    return (
      <a href={startProviderPath('google', target)} className={className}>
        {label}
      </a>
    );
  }
  // Without JavaScript, the endpoint redirects the visitor back here with the same message.
  return (
    <form
      action="/api/auth/google"
      onSubmit={(event) => {
        event.preventDefault();
        setPressed(true);
      }}
    >
      <input type="hidden" name="redirect" value={target} />
      <button type="submit" className={className}>
        {label}
      </button>
      <p role="status" className="text-center text-sm text-muted not-empty:mt-2">
        {pressed ? textOf(browserMessages.google_not_set_up) : ''}
      </p>
    </form>
  );
}

/** One button for Google, and one for each other provider that the operator has set up. */
export function ProviderButtons({ mode, target }: ButtonProps) {
  const others = useData(signInOptions).data?.providers ?? [];
  return (
    <div className="grid gap-3">
      <GoogleButton mode={mode} target={target} />
      {others.map(({ id, label }) => (
        <a key={id} href={startProviderPath(id, target)} className={buttonClass({ wide: true, size: 'lg' })}>
          <KeyRound aria-hidden="true" />
          {mode === 'register' ? t`Sign up with ${{ provider: label }}` : t`Sign in with ${{ provider: label }}`}
        </a>
      ))}
    </div>
  );
}
