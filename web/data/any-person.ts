import type { QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#contract/accounts.ts';
import { setUserIn } from './session.ts';

const anyPerson = new Proxy({} as CurrentUser, {
  get(_target, property) {
    throw new Error(`a shared document reads ${String(property)} of the signed-in person`);
  },
});

/**
 * Makes the components of a document for all signed-in people see a person about whom nothing is known. Reading anything about them
 * throws, so that a document that depends on the person is never shared.
 */
export const setAnyPersonIn = (queries: QueryClient) => setUserIn(queries, anyPerson);
