import { connect } from 'node:net';

/**
 * A process that keeps CONNECTIONS connections to PORT open until it is killed, each with REQUESTS requests for PATH. It reads no answer. A
 * separate process, so that its work does not slow down what the test measures. Says how often it has connected.
 */
const { PORT, PATH_TO_GET = '/', COOKIE = '' } = process.env;
const text =
  `GET ${PATH_TO_GET} HTTP/1.1\r\nHost: 127.0.0.1:${PORT}\r\n${COOKIE ? `Cookie: ${COOKIE}\r\n` : ''}\r\n`.repeat(
    Number(process.env.REQUESTS),
  );
let connected = 0;

function open(): void {
  const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
  const socket = connect({ port: Number(PORT), host: '127.0.0.1', localAddress });
  socket.pause();
  socket.on('connect', () => (connected += 1));
  socket.on('error', () => undefined);
  // No client reads, so the end of a connection shows only when something is written.
  const poke = setInterval(() => socket.write(' '), 500);
  socket.on('close', () => {
    clearInterval(poke);
    setTimeout(open, 200);
  });
  socket.write(text);
}

for (let count = 0; count < Number(process.env.CONNECTIONS); count += 1) open();
setInterval(() => process.send?.({ connected }), 100);
