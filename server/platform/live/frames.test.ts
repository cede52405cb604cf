import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { frameOf } from './frames.ts';

/** How ws itself frames a text, which is what socket.io sends. */
const { Sender } = createRequire(createRequire(import.meta.url).resolve('engine.io'))('ws') as {
  Sender: { frame(data: Buffer, options: object): Buffer[] };
};

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_001])('frames a text of %i bytes as ws does', (length) => {
  const text = 'x'.repeat(length);
  const options = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: false };
  expect(frameOf(text)).toEqual(Buffer.concat(Sender.frame(Buffer.from(text), options)));
});

it('counts bytes, not characters', () => {
  expect([...frameOf('ü🎭')]).toEqual([0x81, 6, ...Buffer.from('ü🎭')]);
});
