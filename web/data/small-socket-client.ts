/**
 * The part of the socket.io protocol that live updates need, over the browser's WebSocket. It has a hundredth of the size of the full
 * client. Packet types of Engine.IO 4: "0" open, "2" ping, "3" pong. Of Socket.IO 5: "40" connect, "42" event.
 */
export interface SmallSocket {
  emit(event: string, payload: unknown): void;
}

export interface SocketOptions {
  namespace: string;
  onConnect: () => void;
  onEvent: (event: string, payload: unknown) => void;
}

interface SmallSocketOptions extends SocketOptions {
  /** WebSockets are blocked on this network; this client gives up. */
  onBlocked: () => void;
}

const delay = { firstMs: 1000, longestMs: 5000, jitter: 0.5 };
const triesBeforeBlocked = 3;

/** Connects, and reconnects with the specification's backoff. */
export function connectSmallSocket({ namespace, onConnect, onEvent, onBlocked }: SmallSocketOptions): SmallSocket {
  const address = `${window.location.origin.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  let socket: WebSocket | undefined;
  let isConnected = false;
  let wasConnected = false;
  let failures = 0;
  let pingTimer: ReturnType<typeof setTimeout> | undefined;
  let pingTimeoutMs = 45_000;

  const waitForPing = () => {
    clearTimeout(pingTimer);
    pingTimer = setTimeout(() => socket?.close(), pingTimeoutMs);
  };
  const onMessage = (text: string) => {
    waitForPing();
    if (text === '2') return socket?.send('3');
    if (text.startsWith('0')) {
      const { pingInterval = 25_000, pingTimeout = 20_000 } = JSON.parse(text.slice(1));
      pingTimeoutMs = pingInterval + pingTimeout;
      return socket?.send(`40${namespace},`);
    }
    if (text.startsWith(`40${namespace},`)) {
      isConnected = true;
      wasConnected = true;
      failures = 0;
      return onConnect();
    }
    if (text.startsWith(`42${namespace},`)) {
      const [event, payload] = JSON.parse(text.slice(namespace.length + 3));
      return onEvent(event, payload);
    }
    // "41" disconnect and "44" connect error: the server has closed the connection.
    if (text.startsWith('41') || text.startsWith('44')) socket?.close();
  };
  const onClose = () => {
    clearTimeout(pingTimer);
    isConnected = false;
    failures += 1;
    if (!wasConnected && failures >= triesBeforeBlocked) return onBlocked();
    const pause = Math.min(delay.firstMs * 2 ** (failures - 1), delay.longestMs);
    setTimeout(connect, pause * (1 + delay.jitter * (Math.random() * 2 - 1)));
  };
  const connect = () => {
    socket = new WebSocket(address);
    socket.onmessage = ({ data }) => onMessage(String(data));
    socket.onclose = onClose;
    waitForPing();
  };
  connect();
  return {
    emit(event, payload) {
      if (isConnected) socket?.send(`42${namespace},${JSON.stringify([event, payload])}`);
    },
  };
}
