/**
 * A `node:http` server that answers every request with the same bytes: the limit for a server in one Node process. A separate process;
 * its parent sends the number of bytes over IPC.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let body = Buffer.alloc(0);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length });
  response.end(body);
});

process.on('message', ({ bytes }: { bytes: number }) => {
  body = Buffer.alloc(bytes, 'x');
  process.send?.({});
});
process.on('disconnect', () => process.exit(1));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
