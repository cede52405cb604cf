import { type Text, t, verbatim } from '#contract/language/text.ts';
import type { Delivery, DeliveryFault } from '#contract/webhooks/webhooks.ts';
import { Chip } from '#web/ui/display.tsx';

export function DeliveryChip({ delivery: { state, attempts } }: { delivery: Delivery }) {
  switch (state) {
    case 'succeeded':
      return <Chip tone="paid">{t`Arrived`}</Chip>;
    case 'failed':
      return <Chip tone="danger">{t`Failed`}</Chip>;
    case 'dropped':
      return <Chip>{t`Not sent`}</Chip>;
    case 'pending':
      return attempts > 0 ? <Chip tone="accent">{t`Trying again`}</Chip> : <Chip tone="accent">{t`Waiting`}</Chip>;
  }
}

function faultText(fault: DeliveryFault): Text {
  switch (fault) {
    case 'address':
      return t`Events can’t be sent to this address`;
    case 'name':
      return t`The name of the server wasn’t found`;
    case 'timeout':
      return t`No answer within 20 seconds`;
    case 'tls':
      return t`The server’s certificate isn’t valid`;
    case 'connection':
      return t`The server can’t be reached`;
    case 'answer':
      return t`The answer wasn’t readable`;
  }
}

/** How the last try ended; null before the first one. */
export function outcomeOf({ status, fault, durationMs }: Delivery): Text | null {
  if (fault) return faultText(fault);
  return status === null ? null : verbatim(`${status} · ${durationMs ?? 0} ms`);
}

/** A time as programs log it, because the person compares it with their server's log. */
export const utc = (time: string): Text => verbatim(`${time.slice(0, 19).replace('T', ' ')} UTC`);
