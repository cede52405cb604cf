import type { AdminListChanged, PoolNews, PoolUpdate } from '#contract/chat/socket-events.ts';
import { limits } from '#contract/limits.ts';
import { reportChange } from './freshness.ts';
import { connectSmallSocket, type SmallSocket } from './small-socket-client.ts';

/** Receives the number of unread notices, when it may have changed (`isNews`) and when the socket connects. */
type UnreadListener = (unread: number, isNews: boolean) => void;

// Client only: only event handlers and effects write it.
let socketClient: SmallSocket | undefined;
const watchers = new Map<string, Set<(update: PoolUpdate) => void>>();
const unreadListeners = new Set<UnreadListener>();
const newsListeners = new Set<(news: PoolNews) => void>();
const adminListListeners = new Set<(list: string) => void>();

const namespace = '/live';
/** Spreads the reads of all clients of a restarted node. */
const spreadMs = 3000;
/** The server refuses a tab that changes what it watches too often; its limit counts ten seconds. */
const retryMs = 10_000;

/** The pools that the server watches for this connection. */
const watched = new Set<string>();
/** Whether the next connection begins after a time without live updates. */
let hasMissed = false;
let syncTimer: ReturnType<typeof setTimeout> | undefined;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Tells the server which pools to watch. */
function sync(): void {
  for (const poolId of watched) {
    if (watchers.has(poolId)) continue;
    watched.delete(poolId);
    socketClient?.emit('unwatch', { poolId });
  }
  for (const poolId of watchers.keys()) {
    if (watched.has(poolId) || watched.size >= limits.sockets.watchedMax) continue;
    watched.add(poolId);
    socketClient?.emit('watch', { poolId });
  }
}
/** Waits until a navigation has unmounted and mounted everything, so that only the difference is sent. */
const syncSoon = () => {
  clearTimeout(syncTimer);
  syncTimer = setTimeout(sync);
};
const watchAgain = () => {
  watched.clear();
  sync();
};
/** The server keeps no subscriptions across connections, and updates between two connections are lost. */
const onConnect = () => {
  watchAgain();
  if (hasMissed) setTimeout(() => reportChange(true), Math.random() * spreadMs);
  hasMissed = true;
};
/** The server has refused to watch a pool. It does not say which one. */
const onRefused = () => {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(() => {
    watchAgain();
    reportChange(true);
  }, retryMs);
};
const onPoolUpdate = (update: PoolUpdate) => {
  for (const onChange of watchers.get(update.id) ?? []) onChange(update);
};
const onNews = (news: PoolNews) => {
  for (const onChange of newsListeners) onChange(news);
};
const onUnread = ({ unread }: { unread: number }, isNews: boolean) => {
  // The notice is about data that this tab may have cached.
  if (isNews) reportChange();
  for (const onChange of unreadListeners) onChange(unread, isNews);
};
const onAdminList = ({ list }: AdminListChanged) => {
  for (const onChange of adminListListeners) onChange(list);
};
const onEvent = (event: string, payload: unknown) => {
  if (event === 'pool_updated') onPoolUpdate(payload as PoolUpdate);
  else if (event === 'pool_news') onNews(payload as PoolNews);
  else if (event === 'notified' || event === 'unread') onUnread(payload as { unread: number }, event === 'notified');
  else if (event === 'admin_list_changed') onAdminList(payload as AdminListChanged);
  else if (event === 'error') onRefused();
};

/** Opens the tab's single live-update socket, when the first watcher subscribes. */
function connect(): void {
  socketClient ??= connectSmallSocket({
    namespace,
    onConnect,
    onEvent,
    onBlocked: () => void connectWithFullClient(),
  });
}

/** Uses the full socket.io client, which can poll, if a proxy blocks WebSockets. */
async function connectWithFullClient(): Promise<void> {
  const { connectFullSocket } = await import('./full-socket-client.ts');
  // The first client has tried for seconds.
  hasMissed = true;
  socketClient = connectFullSocket({ namespace, onConnect, onEvent });
}

/** Calls back whenever the pool's totals change. Returns a stop function. Browser only, from an effect. */
export function watchPool(poolId: string, onChange: (update: PoolUpdate) => void): () => void {
  const listeners = watchers.get(poolId) ?? new Set();
  listeners.add(onChange);
  watchers.set(poolId, listeners);
  connect();
  syncSoon();
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0 || watchers.get(poolId) !== listeners) return;
    watchers.delete(poolId);
    syncSoon();
  };
}

function listen<Listener>(listeners: Set<Listener>, onChange: Listener): () => void {
  listeners.add(onChange);
  connect();
  return () => void listeners.delete(onChange);
}

/** Calls back for news of the pools that `watchPool` watches. Returns a stop function. Browser only, from an effect. */
export const watchPoolNews = (onChange: (news: PoolNews) => void) => listen(newsListeners, onChange);

/** Calls back when the number of unread notices changes. Returns a stop function. Browser only, from an effect. */
export const watchUnread = (onChange: UnreadListener) => listen(unreadListeners, onChange);

/** Calls back with the name of an admin list that has changed. Returns a stop function. Browser only, from an effect. */
export const watchAdminLists = (onChange: (list: string) => void) => listen(adminListListeners, onChange);
