import type { z } from 'zod';
import type { documentKind, Performer } from '#contract/performers.ts';
import type { SealKey } from '#server/platform/data/seal.ts';
import type { PerformerRow, ProductionRow } from './performers.sql.ts';
import { unsealJson } from './seal.ts';

/** The encrypted part of a performer's record. */
export interface PerformerDetails {
  legalName: string;
  aliases: string[];
  /** ISO date. */
  dateOfBirth: string;
  documentKind: z.infer<typeof documentKind>;
  /** The type of the scan, detected by its bytes. */
  scanType: ScanType;
}

export type ScanType = keyof typeof scanExtensions;
export const scanExtensions = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;

/** Detects the type of a scan by its first bytes; undefined for everything else. */
export function scanTypeOf(data: Buffer): ScanType | undefined {
  const starts = (text: string, at = 0) => data.subarray(at, at + text.length).toString('latin1') === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return starts('%PDF-') ? 'application/pdf' : undefined;
}

export const detailsOf = (key: SealKey, { id, sealed }: PerformerRow): PerformerDetails =>
  unsealJson<PerformerDetails>(key, id, sealed);

export const producedOn = (key: SealKey, { id, sealed }: ProductionRow): string =>
  unsealJson<{ producedOn: string }>(key, id, sealed).producedOn;

/** A record as its creator sees it. */
export function performerView(key: SealKey, row: PerformerRow): Performer {
  const { legalName, aliases, documentKind } = detailsOf(key, row);
  return { id: row.id, legalName, aliases, documentKind, createdAt: row.createdAt.toISOString() };
}

const adultAge = 18;

/** Whether a person born on one day was an adult on another day. Both are ISO dates. */
export function wasAdult(dateOfBirth: string, day: string): boolean {
  const [year = 0] = dateOfBirth.split('-').map(Number);
  // A person born on February 29 comes of age on March 1, because "02-29" sorts after "02-28".
  return `${String(year + adultAge).padStart(4, '0')}${dateOfBirth.slice(4)}` <= day;
}
