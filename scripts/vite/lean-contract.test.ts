import { expect, it } from 'vitest';
import { leanSource } from './lean-contract.ts';

it('removes the schemas of an endpoint and marks every call as pure', () => {
  const lean = leanSource(`import { z } from 'zod';
export const form = z.object({ name: z.string().min(1) });
export const make = endpoint({
  method: 'POST',
  path: '/api/things/:id',
  who: 'user',
  params: z.object({ id: z.uuid() }),
  body: form,
  output: z.object({ ok: z.literal(true) }),
  status: 201,
});
export const plain = { a: 1 } as const;
`);
  expect(lean).toContain('/* @__PURE__ */ (() => z.object({ name: z.string().min(1) }))()');
  expect(lean).toContain("path: '/api/things/:id'");
  expect(lean).toContain('status: 201');
  expect(lean).not.toMatch(/params|body|output/);
  expect(lean).toContain('export const plain = { a: 1 } as const;');
});

it('imports schemas from a separate module and leaves endpoints in place', () => {
  const lean = leanSource(
    `import { z } from 'zod';
export const form = z.object({ name: z.string() });
export const make = endpoint({ method: 'POST', path: '/api/things', body: form });
export const plain = 1;
`,
    '/contract/things.ts?schemas',
  );
  expect(lean).toContain("import { form } from '/contract/things.ts?schemas';");
  expect(lean).toContain('export { form };');
  expect(lean).not.toContain('z.object');
  expect(lean).toContain("endpoint({ method: 'POST', path: '/api/things',  })");
  expect(lean).toContain('export const plain = 1;');
});

it('imports functions that create schemas from the separate module, and keeps other functions', () => {
  const lean = leanSource(
    `import { z } from 'zod';
export const link = (message: string) => z.string(message).trim();
export const keyOf = (id: string) => id.length;
`,
    '/contract/things.ts?schemas',
  );
  expect(lean).toContain('export { link };');
  expect(lean).not.toContain('z.string');
  expect(lean).toContain('export const keyOf = (id: string) => id.length;');
});
