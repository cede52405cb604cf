import type { AdminListChanged, PoolNews, PoolUpdate } from '#contract/socket-events.ts';
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
/** Subscribes again after a reconnect, because the server keeps no subscriptions across connections. */
const watchAll = () => {
  for (const poolId of watchers.keys()) socketClient?.emit('watch', { poolId });
};
const onPoolUpdate = (update: PoolUpdate) => {
  for (const onChange of watchers.get(update.id) ?? []) onChange(update);
};
const onNews = (news: PoolNews) => {
  for (const onChange of newsListeners) onChange(news);
};
const onUnread = ({ unread }: { unread: number }, isNews: boolean) => {
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
};

/** Opens the tab's single live-update socket, when the first watcher subscribes. */
function connect(): void {
  socketClient ??= connectSmallSocket({
    namespace,
    onConnect: watchAll,
    onEvent,
    onBlocked: () => void connectWithFullClient(),
  });
}

/** Uses the full socket.io client, which can poll, if a proxy blocks WebSockets. */
async function connectWithFullClient(): Promise<void> {
  const { io } = await import('socket.io-client');
  const socket = io(namespace, {
    transports: ['websocket', 'polling'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
  socketClient = { emit: (event, payload) => void socket.emit(event, payload) };
  socket.on('connect', watchAll);
  socket.onAny(onEvent);
}

/** Calls back whenever the pool's totals change. Returns a stop function. Browser only, from an effect. */
export function watchPool(poolId: string, onChange: (update: PoolUpdate) => void): () => void {
  const listeners = watchers.get(poolId) ?? new Set();
  const first = listeners.size === 0;
  listeners.add(onChange);
  watchers.set(poolId, listeners);
  connect();
  if (first) socketClient?.emit('watch', { poolId });
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0 || watchers.get(poolId) !== listeners) return;
    watchers.delete(poolId);
    socketClient?.emit('unwatch', { poolId });
  };
}

/** Calls back for news of the pools that `watchPool` watches. Returns a stop function. Browser only, from an effect. */
export function watchPoolNews(onChange: (news: PoolNews) => void): () => void {
  newsListeners.add(onChange);
  return () => void newsListeners.delete(onChange);
}

/** Calls back when the number of unread notices changes. Returns a stop function. Browser only, from an effect. */
export function watchUnread(onChange: UnreadListener): () => void {
  unreadListeners.add(onChange);
  connect();
  return () => void unreadListeners.delete(onChange);
}

/** Calls back with the name of an admin list that has changed. Returns a stop function. Browser only, from an effect. */
export function watchAdminLists(onChange: (list: string) => void): () => void {
  adminListListeners.add(onChange);
  connect();
  return () => void adminListListeners.delete(onChange);
}
