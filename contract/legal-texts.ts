import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { allLocales } from './language/languages.ts';

/**
 * Translations of the legal pages, which the operator supplies as files (docs/operations.md). The server parses them, and pages draw
 * the parts, so no HTML of a file reaches a browser.
 */

/** The pages, by their path without the slash. */
export const legalPages = [
  'terms-of-service',
  'creator-agreement',
  'privacy-policy',
  'cookie-policy',
  'ccpa',
  'copyright',
  'trademark-policy',
  'usc-2257',
] as const;
export type LegalPage = (typeof legalPages)[number];

/** The values of this site that a text may contain in braces: {brand}. */
export const legalValues = [
  'brand',
  'host',
  'operator',
  'fee',
  'minPledge',
  'maxPledge',
  'minGoal',
  'maxGoal',
  'minFunding',
  'maxFunding',
  'setup',
  'response',
  'payment',
  'reminder',
  'shortfall',
  'grace',
  'quiet',
  'forQuiet',
  'withinQuiet',
  'withinPayment',
  'withinResponse',
  'frozen',
  'review',
  'held',
  'shortestDelivery',
  'longestDelivery',
] as const;
export type LegalValue = (typeof legalValues)[number];

/** The parts that the page draws for a paragraph of only their name in braces: an address, or the form of the page Copyright. */
export const legalParts = ['contact', 'agent', 'records', 'form'] as const;

/** A run of text. Its text may contain values in braces. */
const legalSpan = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  code: z.literal(true).optional(),
  /** A path of this site, "#" with the id of a section, or an address with https, http or mailto. */
  link: z.string().optional(),
});
export type LegalSpan = z.infer<typeof legalSpan>;

const spans = z.array(legalSpan);

const legalBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), spans }),
  z.object({ kind: z.literal('paragraph'), spans }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(spans) }),
  /** The first row is the head. */
  z.object({ kind: z.literal('table'), rows: z.array(z.array(spans)) }),
  z.object({ kind: z.literal('part'), part: z.enum(legalParts) }),
]);
export type LegalBlock = z.infer<typeof legalBlock>;

export const legalText = z.object({
  /** The date of the English text that it translates. */
  translates: z.iso.date(),
  /** The section with the form has the id "form", and the others "section-1" and so on. */
  sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(legalBlock) })),
});
export type LegalText = z.infer<typeof legalText>;

export const getLegalText = endpoint({
  method: 'GET',
  path: '/api/legal-texts',
  summary: 'Get the operator’s translation of a legal page; null without one',
  who: 'anyone',
  query: z.object({ locale: z.enum(allLocales), page: z.enum(legalPages) }),
  output: z.object({ text: legalText.nullable() }),
});
