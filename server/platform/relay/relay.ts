import type { Broadcast } from './broadcast.ts';

export interface RelayHandlers {
  /** A broadcast of another process. Broadcasts of one process arrive in the order in which it published them. */
  onBroadcast(broadcast: Broadcast): void;
  /** This process may have missed broadcasts: its clients must reconnect and catch up. */
  onGap(): void;
}

/**
 * Carries broadcasts between the processes of one installation. A relay may lose broadcasts, but never silently: the processes that
 * may have missed one get `onGap`. `live/room-order.ts` restores the order of a room's numbers above every relay.
 */
export interface Relay {
  /** Sends a broadcast to every other process. Does not wait and does not throw. */
  publish(broadcast: Broadcast): void;
  /** Resolves once broadcasts arrive, or once the first attempt to subscribe has failed; the relay then keeps trying. */
  subscribe(handlers: RelayHandlers): Promise<void>;
  close(): void;
}

const retryMs = 500;

/** After a failed publish: notifies the other processes of the gap, as soon as they can be reached again. */
export function createGapReport(sendGap: () => Promise<boolean>): { start(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const attempt = async () => {
    const isSent = await sendGap();
    // Stopped in the meantime.
    if (timer === undefined) return;
    timer = isSent ? undefined : setTimeout(attempt, retryMs).unref();
  };
  return {
    start() {
      timer ??= setTimeout(attempt, retryMs).unref();
    },
    stop,
  };
}
