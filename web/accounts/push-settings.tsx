import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PushState, testPush } from '#contract/push.ts';
import { asAppError, call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { myPush, type PushStatus, pushStatus, turnPushOff, turnPushOn } from './push-device.ts';

const words: Record<PushStatus, string> = {
  unsupported:
    'This browser has no push notifications. On iPhones and iPads they come once this site is on the home screen.',
  blocked: 'This browser blocks notifications of this site. Allow them in its settings for this site, then come back.',
  off: 'Messages to you, payments due and deliveries, also while no page of this site is open.',
  on: 'Messages to you, payments due and deliveries come to this device, until you sign out of it.',
};

function useRoomAccess(state: PushState): PushStatus | undefined {
  const [standing, setStanding] = useState<PushStatus>();
  useEffect(() => {
    let ended = false;
    const look = () =>
      pushStatus(state).then(
        (now) => ended || setStanding(now),
        () => ended || setStanding('unsupported'),
      );
    void look();
    // They may have been to the browser's settings.
    window.addEventListener('focus', look);
    return () => {
      ended = true;
      window.removeEventListener('focus', look);
    };
  }, [state]);
  return standing;
}

/** The browser's own words are for programmers. */
function tellFailure(error: unknown): void {
  const isOurs = !(error instanceof DOMException);
  const title = 'Notifications were not turned on';
  if (isOurs) toastError(error, title);
  else
    toast({
      variant: 'destructive',
      title,
      description: "This browser's push service does not answer. Try again later.",
    });
}

function Device({ state }: { state: PushState }) {
  const queries = useQueryClient();
  const standing = useRoomAccess(state);
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
      // The same state anew, so that the question's answer is looked at.
      keep(next ?? { ...state });
    } catch (error) {
      tellFailure(error);
    }
  });
  const turnOff = during(async () => {
    try {
      keep(await turnPushOff());
    } catch (error) {
      toastError(error, 'Notifications were not turned off');
    }
  });
  const test = during(async () => {
    try {
      await call(testPush);
      toast({ title: 'Sent', description: 'It appears on this device within seconds.' });
    } catch (error) {
      toastError(error, 'The test was not sent');
      if (asAppError(error).code === 'conflict') void queries.invalidateQueries({ queryKey: myPush.queryKey });
    }
  });
  const isOn = standing === 'on';
  return (
    <div className="card px-5 py-2.5">
      <Checkbox
        role="switch"
        label="Notifications on this device"
        note={words[standing ?? 'off']}
        checked={isOn}
        disabled={busy || standing === undefined || standing === 'unsupported' || standing === 'blocked'}
        onChange={() => void (isOn ? turnOff() : turnOn())}
      />
      {isOn ? (
        <p className="mb-2">
          <Button onClick={() => void test()} disabled={busy}>
            Send a test
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** Whether this browser is told while no page is open. */
export function PushSettings() {
  return (
    <Loaded
      of={useData(myPush)}
      loading={<Skeleton className="h-24 w-full" />}
      failed="Whether this device gets notifications could not be loaded"
    >
      {(state) => <Device state={state} />}
    </Loaded>
  );
}
