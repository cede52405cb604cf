import type { Operator } from '#contract/admin/operator.ts';
import { getMoneyTerms } from '#contract/calls/pledges.ts';
import { getOperator } from '#contract/calls/site.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import type { Site } from '#contract/site.ts';
import { formatMoney, formatPercent } from '#contract/values/money.ts';
import { forTime, withinTime } from '#contract/values/time-phrases.ts';
import { type DataQuery, query } from '#web/data/query.ts';
import { durationText } from '#web/ui/time-left.tsx';
import { everyTime, timeAfter, upToTime } from './rule-times.ts';

export type Terms = OutputOf<typeof getMoneyTerms>;

export const operatorQuery = query(getOperator);
export const termsQuery = query(getMoneyTerms);

/** The queries of every page that states this site's rules. */
export const siteRulesQueries = (): readonly DataQuery<unknown>[] => [operatorQuery, termsQuery];

/** This site's rules and limits, formatted for sentences. A length of time beside a preposition has its whole phrase. */
export interface SiteRules {
  brand: string;
  /** The site's address without its scheme. */
  host: string;
  operator: Operator;
  /** The operator's name, for “we”; null if the settings name none. */
  runBy: string | null;
  fee: string;
  feePercent: number;
  minPledge: string;
  maxPledge: string;
  minGoal: string;
  maxGoal: string;
  minFunding: string;
  maxFunding: string;
  /** "up to 90 days" */
  upToMaxFunding: string;
  setup: string;
  response: string;
  payment: string;
  reminder: string;
  /** "every 48 hours" */
  everyReminder: string;
  shortfall: string;
  grace: string;
  /** "3 days after" */
  afterGrace: string;
  quiet: string;
  /** "for 7 days" */
  forQuiet: string;
  /** "within 7 days" */
  withinQuiet: string;
  /** "7 days after" */
  afterQuiet: string;
  withinPayment: string;
  withinResponse: string;
  /** How long a pool waits for an admin at most. */
  frozen: string;
  review: string;
  held: string;
  deliveryDays: { shortest: number; longest: number };
  /** How long the card processor lets us hold money; null without a limit. */
  holdingLimit: string | null;
  /** An admin reviews each delivery before fans see it. */
  reviewed: boolean;
  adult: boolean;
  translates: boolean;
  testMode: boolean;
}

export function siteRulesOf(site: Site, operator: Operator, terms: Terms): SiteRules {
  return {
    brand: site.brandName,
    host: site.publicUrl.replace(/^https?:\/\//, ''),
    operator,
    runBy: operator.name === site.brandName ? null : operator.name,
    fee: formatPercent(terms.platformFeePercent),
    feePercent: terms.platformFeePercent,
    minPledge: formatMoney(terms.minPledgeCents),
    maxPledge: formatMoney(terms.maxPledgeCents),
    minGoal: formatMoney(limits.goalCents.min),
    maxGoal: formatMoney(limits.goalCents.max),
    minFunding: durationText(terms.fundingWindowMs.min),
    maxFunding: durationText(terms.fundingWindowMs.max),
    upToMaxFunding: upToTime(terms.fundingWindowMs.max),
    setup: durationText(terms.setupWindowMs),
    response: durationText(terms.responseWindowMs),
    payment: durationText(terms.paymentWindowMs),
    reminder: durationText(terms.reminderIntervalMs),
    everyReminder: everyTime(terms.reminderIntervalMs),
    shortfall: durationText(terms.shortfallWindowMs),
    grace: durationText(terms.deliveryGraceMs),
    afterGrace: timeAfter(terms.deliveryGraceMs),
    quiet: durationText(terms.quietPeriodMs),
    forQuiet: forTime(terms.quietPeriodMs),
    withinQuiet: withinTime(terms.quietPeriodMs),
    afterQuiet: timeAfter(terms.quietPeriodMs),
    withinPayment: withinTime(terms.paymentWindowMs),
    withinResponse: withinTime(terms.responseWindowMs),
    frozen: durationText(terms.waitingLimitMs.frozen),
    review: durationText(terms.waitingLimitMs.review),
    held: durationText(terms.waitingLimitMs.held),
    deliveryDays: {
      shortest: limits.deliveryDays.min,
      longest: terms.holding?.longestDeliveryDays ?? limits.deliveryDays.max,
    },
    holdingLimit: terms.holding
      ? t`${plural({ days: terms.holding.limitDays }, { one: '# day', other: '# days' })}`
      : null,
    reviewed: terms.deliveryReview === 'manual',
    adult: terms.adultContent,
    translates: site.translates,
    testMode: terms.testMode,
  };
}
