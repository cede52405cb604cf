import { getPush, type PushState, subscribeToPush, unsubscribeFromPush } from '#contract/push.ts';
import { call } from '#web/data/call.ts';
import { optional, query } from '#web/data/query.ts';

export const myPush = optional(query(getPush));

/** `off` where the person was not asked, or did not answer; `blocked` where they said no to the browser, which then asks no more. */
export type PushStatus = 'unsupported' | 'blocked' | 'off' | 'on';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Whether this browser is told: both it and the server have to say so, of the same address. */
export async function pushStatus({ endpoint }: Pick<PushState, 'endpoint'>): Promise<PushStatus> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const mine = Notification.permission === 'granted' && endpoint !== null ? await subscription() : null;
  return mine && new URL(mine.endpoint).href === endpoint ? 'on' : 'off';
}

/** Asks the person, then the browser, then the server. Null where the person said no, or closed the question. */
export async function turnPushOn({ publicKey }: PushState): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  // One of before may be of another account, or made with another key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint = '', keys } = (
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON();
  return call(subscribeToPush, { body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } } });
}

/** First the server: what it sends from then on would be for nobody. */
export async function turnPushOff(): Promise<PushState> {
  const state = await call(unsubscribeFromPush);
  await (await subscription())?.unsubscribe();
  return state;
}
