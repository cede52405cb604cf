import type { Random } from '#testing/seeded-random.ts';

const texts = [
  '',
  '{',
  '[]',
  '"text"',
  '7',
  'true',
  '{"a":',
  '{"unknown": 1}',
  '{"__proto__": {"password": "x"}}',
  '{"password": 5}',
  '{"password": ["x"]}',
  '{"password": {"length": 8}, "email": {"toString": 1}}',
  '{"currentPassword": {}, "newPassword": []}',
  '{"currentPassword": "\\u0000", "newPassword": "\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"}',
  '{"email": "a@b", "password": null}',
  '{"token": 5}',
  `{"newPassword": "${'x'.repeat(5000)}", "currentPassword": "x"}`,
  '['.repeat(5000),
  '\ufeff{"password": 1e999}',
];
const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];
const ids = [
  'null',
  'undefined',
  '0',
  '-1',
  '%00',
  '%zz',
  '..%2f..%2fuser',
  "'%20or%201=1--",
  '00000000-0000-0000-0000-000000000000',
  '%F0%9F%98%80',
  'x'.repeat(3000),
];
/** None of these endpoints accepts an empty body, so the server must refuse every text above. */
const targets = [
  ['POST', '/api/user/password'],
  ['POST', '/api/user/email'],
  ['POST', '/api/verify-email'],
  ['PUT', '/api/user/password'],
  ['PATCH', '/api/user/sessions'],
] as const;

/** A call that the server must refuse from any caller. */
export function junkCall(random: Random): { method: string; path: string; text?: string; contentType?: string } {
  if (random.below(3) === 0) return { method: 'DELETE', path: `/api/user/sessions/${random.pick(ids)}` };
  const contentType = random.pick(contentTypes);
  const text = random.pick(texts);
  if (random.below(4) > 0) {
    const [method, path] = random.pick(targets);
    return { method, path, text, contentType };
  }
  // Right after sign-in an empty body is a valid deletion, so this body is never empty.
  const body = text === '' ? '{"password": {}}' : text;
  return { method: 'DELETE', path: '/api/user', text: body, contentType };
}
