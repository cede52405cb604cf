import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { startTestApp } from '#testing/app.ts';
import { route } from './request-context.ts';

const outage = endpoint({
  method: 'GET',
  path: '/api/test/outage',
  summary: 'outage',
  who: 'anyone',
  output: z.object({}),
});

test.each(['Fanfare', 'Chorus'])('the message of a 503 names the product: %s', async (brand) => {
  const answer = async () => {
    throw appError('unavailable');
  };
  const app = await startTestApp({ extra: () => ({ routes: [route(outage, answer)] }), env: { BRAND_NAME: brand } });
  const response = await app.client().raw('GET', outage.path);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    code: 'unavailable',
    message: `${brand} is busy or restarting. Please try again in a moment.`,
  });
  await app.close();
});
