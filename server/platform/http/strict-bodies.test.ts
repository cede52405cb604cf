import { expect, it } from 'vitest';
import { AppError } from '#contract/app-error.ts';
import { type ListedCall, listEndpoints } from '#testing/journeys/listed-calls.ts';
import { sampleOf } from '#testing/journeys/schema-sample.ts';
import { parseInput } from './routes.ts';

function refusesUnknownField({ endpoint }: ListedCall): boolean {
  if (!endpoint?.body || endpoint.bodyKind === 'multipart') return true;
  const { params: _params, query: _query, ...bodyOnly } = endpoint;
  try {
    parseInput(bodyOnly, { body: { ...(sampleOf(endpoint.body) as object), unknownField: 1 } });
    return false;
  } catch (error) {
    return error instanceof AppError && JSON.stringify(error.details.fields).includes('no field \\"unknownField\\"');
  }
}

it('refuses an unknown field in the body of every call', async () => {
  const calls = await listEndpoints();
  expect(calls.filter((call) => !refusesUnknownField(call)).map(({ name }) => name)).toEqual([]);
});
