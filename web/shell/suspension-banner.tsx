import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { getCurrentUser } from '#contract/calls/accounts.ts';
import { makeAppeal } from '#contract/calls/legal.ts';
import { fullDate } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';

type Suspension = NonNullable<CurrentUser['suspension']>;

/** Tells a suspended person on every page why and until when they are suspended, and takes their appeal. */
export function SuspensionBanner({ suspension: { reason, until, appealed } }: { suspension: Suspension }) {
  const [isAppealing, setAppealing] = useState(false);
  return (
    <section className="notice mb-5" data-tone="danger" aria-label="Your suspension">
      <CircleAlert aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">{`Your account is suspended${until ? ` until ${fullDate(until)}` : ''}.`}</p>
        {reason ? <p className="wrap-anywhere">Reason: {reason}</p> : null}
        <p>You can sign in, read and export your data, but nothing else.</p>
        {appealed ? (
          <p>You’ve appealed. An admin will review it and reply by email.</p>
        ) : (
          <Button size="sm" className="mt-2" onClick={() => setAppealing(true)}>
            Appeal
          </Button>
        )}
      </div>
      {isAppealing ? (
        <ActionDialog
          title="Appeal your suspension"
          action="Send appeal"
          variant="primary"
          reason={{ label: 'Why should we look again?', hint: 'An admin reads this and answers by email.' }}
          run={(words) => call(makeAppeal, { body: { reason: words ?? '' } })}
          refresh={[getCurrentUser]}
          done={{ title: 'Appeal sent', description: 'An admin will look at your account again.' }}
          onClose={() => setAppealing(false)}
        >
          <p>Tell us what happened. You can send one appeal at a time.</p>
        </ActionDialog>
      ) : null}
    </section>
  );
}
