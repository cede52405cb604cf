const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);

/** The reference number of a failed request: the start of its id, which people can read out. */
export const referenceOf = (requestId: string): string => requestId.slice(0, 8);
