import { z } from 'zod';

/** An id in lower case, as PostgreSQL spells it: operations compare ids as strings. */
export const uuid = z.uuid().toLowerCase();

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuidPattern.test(text);

/** The reference number of a failed request: the start of its id, which people can read out. */
export const referenceOf = (requestId: string): string => requestId.slice(0, 8);
