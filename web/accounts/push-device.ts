import { getPush, subscribeToPush, unsubscribeFromPush } from '#contract/calls/notifications.ts';
import type { PushState } from '#contract/push.ts';
import { call } from '#web/data/call.ts';
import { optional, query } from '#web/data/query.ts';

export const myPush = optional(query(getPush));

/** `off`: the user was not asked or did not answer. `blocked`: the user refused in the browser, which then never asks again. */
export type PushStatus = 'unsupported' | 'blocked' | 'off' | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** The push status of this browser. `on` requires that the browser and the server hold the same push endpoint. */
export async function pushStatus({ endpoint }: Pick<PushState, 'endpoint'>): Promise<PushStatus> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const mine = Notification.permission === 'granted' && endpoint !== null ? await subscription() : null;
  return mine && new URL(mine.endpoint).href === endpoint ? 'on' : 'off';
}

/** Asks the user for permission, then subscribes with the browser and the server. Null if the user refuses or closes the prompt. */
export async function turnPushOn({ publicKey }: PushState): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // An earlier subscription may belong to another account or use another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint = '', keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON();
  return call(subscribeToPush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } });
}

/** Unsubscribes on the server first, so that it never sends to an endpoint that no longer exists. */
export async function turnPushOff(): Promise<PushState> {
  const state = await call(unsubscribeFromPush);
  await (await subscription())?.unsubscribe();
  return state;
}
