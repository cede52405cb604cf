import type Stripe from 'stripe';

const field = 'fanfare_reference';

/** Every object that we create carries our reference. */
export function metadataOf(reference: string): Record<string, string> {
  return { [field]: reference };
}

/** Our reference; null for an object that we did not create. */
export function referenceOf({ metadata }: { metadata?: Stripe.Metadata | null }): string | null {
  return metadata?.[field] ?? null;
}

interface Listed {
  metadata?: Stripe.Metadata | null;
}

/** The listed object with this reference. Listing is consistent at once; Stripe's search is not, so we never use it. */
export async function findListed<T extends Listed>(list: AsyncIterable<T>, reference: string): Promise<T | null> {
  for await (const item of list) {
    if (referenceOf(item) === reference) return item;
  }
  return null;
}

/** The id of a field that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}

/** The object of a field that we asked Stripe to expand; null when it is empty. */
export function expanded<T extends object>(value: string | T | null | undefined): T | null {
  if (typeof value === 'string') throw new Error(`${value} was not expanded`);
  return value ?? null;
}
