/** Integer US cents everywhere; these are the only places where cents meet text or percentages. */

import { grouped } from './figures.ts';

function dollars(cents: number, decimals: boolean): string {
  const amount = Math.abs(cents);
  const fraction = decimals ? `.${String(amount % 100).padStart(2, '0')}` : '';
  return `${cents < 0 ? '-' : ''}$${grouped(Math.floor(amount / 100))}${fraction}`;
}

/** Cents as text: "$10" for whole dollars, "$10.50" otherwise. */
export function formatMoney(cents: number): string {
  return dollars(cents, cents % 100 !== 0);
}

/** Cents as text with both decimals, for receipts and tables. */
export function formatMoneyExact(cents: number): string {
  return dollars(cents, true);
}

/** Reads "10", "$1,000.50" or "10.5" as cents; null for anything else, for more than two decimals and for unsafe sizes. */
export function parseMoney(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const whole = Number((match[1] ?? '').replaceAll(',', ''));
  const cents = Number((match[2] ?? '').padEnd(2, '0') || '0');
  const total = whole * 100 + cents;
  return Number.isSafeInteger(total) ? total : null;
}

/** A share of cents by percent (two decimals at most), rounded half up to a whole cent. Integer arithmetic only. */
export function percentOf(cents: number, percent: number): number {
  const hundredths = Math.round(percent * 100);
  return Number((BigInt(cents) * BigInt(hundredths) + 5000n) / 10000n);
}

/** Part over whole as an uncapped integer percentage, rounded down; 0 where the whole is 0. */
export function percentage(part: number, total: number): number {
  return total > 0 ? Math.floor((part * 100) / total) : 0;
}

/** The same for people to read: "70%", and "<1%" for a part that is more than nothing and would be rounded down to it. */
export function percentageText(part: number, total: number): string {
  const whole = percentage(part, total);
  return whole === 0 && part > 0 && total > 0 ? '<1%' : `${whole}%`;
}

/** Six pixels of the meter on a card. */
const leastFill = 0.02;

/** How far the fill of a meter reaches, 0 to 1. Whatever is more than nothing can be seen. */
export function fillOf(cents: number, goalCents: number): number {
  if (cents <= 0 || goalCents <= 0) return 0;
  return Math.min(1, Math.max(leastFill, cents / goalCents));
}

export interface FeeSplit {
  paidCents: number;
  platformFeeCents: number;
  processorCostCents: number;
  netCents: number;
}

/**
 * What a creator receives of what was paid. Never negative: where fee and costs exceed what was paid, the platform's fee gives way first,
 * and what is left of the costs is borne by the platform. The three parts always sum to what was paid.
 */
export function splitFees(paidCents: number, feePercent: number, costCents: number): FeeSplit {
  const processorCostCents = Math.min(costCents, paidCents);
  const platformFeeCents = Math.min(percentOf(paidCents, feePercent), paidCents - processorCostCents);
  const netCents = paidCents - platformFeeCents - processorCostCents;
  return { paidCents, platformFeeCents, processorCostCents, netCents };
}

/** What card processors usually take of a charge, until it is made and its true cost known. */
const usualCost = { percent: 2.9, fixedCents: 30 };

/**
 * The likely costs of collecting an amount: as many charges as it takes while pledges stay as large as they are on average, at least one.
 * An estimate to decide by; what is taken at release are the true costs.
 */
export function estimateCosts(amountCents: number, pledgedCents: number, fanCount: number): number {
  const charges = pledgedCents > 0 ? Math.round((fanCount * amountCents) / pledgedCents) : fanCount;
  return percentOf(amountCents, usualCost.percent) + Math.max(1, charges) * usualCost.fixedCents;
}
