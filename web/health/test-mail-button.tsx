import { Send } from 'lucide-react';
import { useState } from 'react';
import { getSetup, sendTestMail } from '#contract/calls/admin.ts';
import { t } from '#contract/language/text.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useRefresh } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';

/** Sends a test email to the admin, and shows what the mail server said. */
export function TestMailButton() {
  const ready = useHydrated();
  const refresh = useRefresh();
  const user = useUser();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState('');

  async function send(): Promise<void> {
    setBusy(true);
    try {
      const { message } = await call(sendTestMail);
      setAnswer(message);
      await refresh(getSetup);
    } catch (error) {
      setAnswer(asAppError(error).message);
    }
    setBusy(false);
  }

  return (
    <>
      <Button disabled={!ready} busy={busy} icon={<Send aria-hidden="true" />} onClick={send}>
        {user ? t`Send a test email to ${{ email: user.email }}` : t`Send a test email to me`}
      </Button>
      <p role="status">{answer}</p>
    </>
  );
}
