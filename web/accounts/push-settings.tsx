import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { testPush } from '#contract/calls/notifications.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import type { PushState } from '#contract/push.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { myPush, type PushStatus, pushStatus, turnPushOff, turnPushOn } from './push-device.ts';

const notes: Record<PushStatus, Message> = {
  unsupported: msg`This browser doesn’t support push notifications. On an iPhone or iPad, add this site to your home screen first.`,
  blocked: msg`Your browser blocks notifications from this site. Allow them in the browser’s settings for this site, then come back.`,
  off: msg`Get direct messages, payments due and deliveries, even when this site isn’t open.`,
  on: msg`This device gets direct messages, payments due and deliveries until you sign out on it.`,
};

function usePushStatus(state: PushState): PushStatus | undefined {
  const [status, setStatus] = useState<PushStatus>();
  useEffect(() => {
    let ended = false;
    const readStatus = () =>
      pushStatus(state).then(
        (now) => ended || setStatus(now),
        () => ended || setStatus('unsupported'),
      );
    void readStatus();
    // The user may have changed the permission in the browser's settings.
    window.addEventListener('focus', readStatus);
    return () => {
      ended = true;
      window.removeEventListener('focus', readStatus);
    };
  }, [state]);
  return status;
}

/** Replaces the browser's error messages, which are written for programmers. */
function showFailure(error: unknown): void {
  const isOurs = !(error instanceof DOMException);
  const title = t`Notifications weren’t turned on`;
  if (isOurs) toastError(error, title);
  else
    toast({
      variant: 'destructive',
      title,
      description: t`Your browser’s push service isn’t responding. Try again later.`,
    });
}

function Device({ state }: { state: PushState }) {
  const queries = useQueryClient();
  const status = usePushStatus(state);
  const [busy, setBusy] = useState(false);
  const keep = (next: PushState) => queries.setQueryData<PushState>(myPush.queryKey, next);
  const during = (work: () => Promise<void>) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const turnOn = during(async () => {
    try {
      const next = await turnPushOn(state);
      // A new object with the same state, so that the effect reads the permission again.
      keep(next ?? { ...state });
    } catch (error) {
      showFailure(error);
    }
  });
  const turnOff = during(async () => {
    try {
      keep(await turnPushOff());
    } catch (error) {
      toastError(error, t`Notifications weren’t turned off`);
    }
  });
  const test = during(async () => {
    try {
      await call(testPush);
      toast({
        title: t({ message: 'Sent', context: 'a test notification was sent' }),
        description: t`It should appear on this device within seconds.`,
      });
    } catch (error) {
      toastError(error, t`The test wasn’t sent`);
      if (asAppError(error).code === 'conflict') void queries.invalidateQueries({ queryKey: myPush.queryKey });
    }
  });
  const isOn = status === 'on';
  return (
    <div className="card px-5 py-2.5">
      <Checkbox
        role="switch"
        label={t`Notifications on this device`}
        note={textOf(notes[status ?? 'off'])}
        checked={isOn}
        disabled={busy || status === undefined || status === 'unsupported' || status === 'blocked'}
        onChange={() => void (isOn ? turnOff() : turnOn())}
      />
      {isOn ? (
        <p className="mb-2">
          <Button onClick={() => void test()} disabled={busy}>{t`Send a test`}</Button>
        </p>
      ) : null}
    </div>
  );
}

/** The switch for push notifications on this device. */
export function PushSettings() {
  return (
    <Loaded
      of={useData(myPush)}
      loading={<Skeleton className="h-24 w-full" />}
      failed={t`We couldn’t load your push settings`}
    >
      {(state) => <Device state={state} />}
    </Loaded>
  );
}
