/** "FAN-" and the first eight characters of the pledge's id: short enough to read aloud to support. */
export const receiptNumber = (pledgeId: string): string => `FAN-${pledgeId.slice(0, 8).toUpperCase()}`;
