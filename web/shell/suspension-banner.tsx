import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { getCurrentUser } from '#contract/calls/accounts.ts';
import { makeAppeal } from '#contract/calls/legal.ts';
import { t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

type Suspension = NonNullable<CurrentUser['suspension']>;

/** Tells a suspended person on every page why and until when they are suspended, and takes their appeal. */
export function SuspensionBanner({ suspension: { reason, until, appealed } }: { suspension: Suspension }) {
  const [isAppealing, setAppealing] = useState(false);
  return (
    <section className="notice mb-5" data-tone="danger" aria-label={t`Your suspension`}>
      <CircleAlert aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">
          {until ? t`Your account is suspended until ${{ date: fullDate(until) }}.` : t`Your account is suspended.`}
        </p>
        {reason ? <p className="wrap-anywhere">{t`Reason: ${{ reason }}`}</p> : null}
        <p>{t`You can sign in, read and export your data, but nothing else.`}</p>
        {appealed ? (
          <p>{t`You’ve appealed. An admin will review it and reply by email.`}</p>
        ) : (
          <Button size="sm" className="mt-2" onClick={() => setAppealing(true)}>{t`Appeal`}</Button>
        )}
      </div>
      {isAppealing ? (
        <ActionDialog
          title={t`Appeal your suspension`}
          action={t`Send appeal`}
          variant="primary"
          reason={{ label: t`Why should we look again?`, hint: t`An admin reads this and answers by email.` }}
          run={(words) => call(makeAppeal, { body: { reason: words ?? '' } })}
          refresh={[getCurrentUser]}
          done={{ title: t`Appeal sent`, description: t`An admin will look at your account again.` }}
          onClose={() => setAppealing(false)}
        >
          <p>{t`Tell us what happened. You can send one appeal at a time.`}</p>
        </ActionDialog>
      ) : null}
    </section>
  );
}
