import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkTarget } from './public-target.ts';
import { resolveName } from './resolve-name.ts';

const [typeA, typeAaaa] = [1, 28];
/** The records of each name; a query for any other name is never answered. */
const records: Record<string, Record<number, number[]>> = {
  both: { [typeA]: [192, 0, 2, 7], [typeAaaa]: [0x20, 1, 13, 184, ...Array(11).fill(0), 7] },
  four: { [typeA]: [192, 0, 2, 8] },
  none: {},
};

const nameServer = createSocket('udp4');
let servers: string[];
beforeAll(async () => {
  nameServer.on('message', (query, { port, address }) => {
    const label = query.toString('latin1', 13, 13 + (query[12] ?? 0));
    const end = query.indexOf(0, 12) + 5;
    const data = records[label]?.[query.readUInt16BE(end - 4)];
    if (!records[label]) return;
    const answer = data
      ? Buffer.from([0xc0, 12, ...query.subarray(end - 4, end), 0, 0, 0, 0, 0, data.length, ...data])
      : [];
    const head = Buffer.from(query.subarray(0, end));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(data ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    nameServer.send(Buffer.concat([head, Buffer.from(answer)]), port, address);
  });
  await new Promise<void>((done) => nameServer.bind(0, '127.0.0.1', done));
  servers = [`127.0.0.1:${nameServer.address().port}`];
});
afterAll(() => void nameServer.close());

it('returns all IPv4 and IPv6 addresses of a name', async () => {
  expect(await resolveName('both.example.org', servers)).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ]);
  expect(await resolveName('four.example.org', servers)).toEqual([{ address: '192.0.2.8', family: 4 }]);
  await expect(resolveName('none.example.org', servers)).rejects.toMatchObject({ code: 'ENODATA' });
  await expect(resolveName('silent.example.org', servers)).rejects.toMatchObject({ code: 'ETIMEOUT' });
});

it('resolves user-supplied names without the thread pool of the process', async () => {
  const checked = checkTarget(new URL('http://silent.invalid/'), { protocols: ['http:'], ports: [''], allow: [] });
  expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap');
  await expect(checked).rejects.toThrow();
});
