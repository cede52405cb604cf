import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { endpoint } from './endpoint.ts';
import { poolStatus } from './pools/pools.ts';
import { apiLimits } from './programs/api-limits.ts';
import type { eventCatalogue } from './programs/event-catalogue.ts';
import { reportKinds } from './reports.ts';
import { uuid } from './values/field-schemas.ts';

const cents = z.number().int();
const url = z.url();

/** A person, as everyone sees them. */
export const eventPerson = z.object({
  username: z.string(),
  /** Null if they chose none, and for the owner of an adult profile. */
  displayName: z.string().nullable(),
  url,
});
export type EventPerson = z.infer<typeof eventPerson>;

/** A pool at the moment at which the event is read. Amounts are integer US cents. */
export const eventPool = z.object({
  id: uuid,
  /** Null for an adult pool. */
  title: z.string().nullable(),
  url,
  adult: z.boolean(),
  status: poolStatus,
  goalCents: cents,
  /** The pledges that count, paid ones included. If the pool ended without a delivery: those that its end released or refunded. */
  pledgedCents: cents,
  /** Paid minus refunded. */
  paidCents: cents,
  fanCount: z.number().int(),
  deadline: z.iso.datetime(),
});
export type EventPool = z.infer<typeof eventPool>;

const pledge = z.object({
  /** Null for an anonymous pledge, for the creator of a removed pool, and for the owner of a pool if its page does not name the fan. */
  id: uuid.nullable(),
  /** The amount that the event is about. Null for the owner of a pool that another person creates. */
  amountCents: cents.nullable(),
  /** Null if the id is, if the fan deleted their account, and, for the creator, if the pledge was withdrawn or released. */
  fan: eventPerson.nullable(),
});

const ofPool = z.object({ pool: eventPool });
const ofPledge = z.object({ pool: eventPool, pledge });
const text = z.string().nullable();

/** The data of each type of event. */
const dataOf = {
  'pool.opened': ofPool,
  'pool.goal_met': ofPool,
  'pool.goal_unmet': ofPool,
  'pool.accepted': ofPool,
  'pool.collecting': ofPool,
  'pool.in_production': ofPool,
  'pool.delivered': ofPool,
  'pool.completed': ofPool,
  'pool.ended': ofPool,
  'pool.progress': ofPool.extend({ percent: z.union([z.literal(25), z.literal(50), z.literal(75)]) }),
  'pledge.placed': ofPledge,
  'pledge.changed': ofPledge.extend({ pledge: pledge.extend({ amountCentsBefore: cents }) }),
  'pledge.withdrawn': ofPledge,
  'pledge.paid': ofPledge,
  'pledge.refunded': ofPledge,
  'update.posted': ofPool.extend({
    /** `text`: null for adult pools, and if only contributors may read it. */
    update: z.object({ id: uuid, url, audience: z.enum(['everyone', 'contributors']), text, author: eventPerson }),
  }),
  'comment.made': ofPool.extend({
    /** `text`: null for adult pools, and on an update that only contributors may read. */
    comment: z.object({ id: uuid, url, text, author: eventPerson }),
  }),
  'creator.followed': z.object({ creator: z.object({ username: z.string(), url }), follower: eventPerson }),
  'thanks.sent': ofPool.extend({ thanks: z.object({ id: uuid, text, fan: eventPerson.nullable() }) }),
  'payout.paid': z.object({ pool: eventPool.nullable(), payout: z.object({ id: uuid, amountCents: cents, url }) }),
  'payout.failed': z.object({ pool: eventPool.nullable(), payout: z.object({ id: uuid, amountCents: cents, url }) }),
  'delivery.submitted': ofPool.extend({ delivery: z.object({ id: uuid, url }) }),
  'report.made': z.object({
    pool: eventPool.nullable(),
    report: z.object({ id: uuid, kind: z.enum(reportKinds), url }),
  }),
  'application.made': z.object({ application: z.object({ id: uuid, url, person: eventPerson }) }),
  'dispute.opened': z.object({ pool: eventPool.nullable(), dispute: z.object({ id: uuid, amountCents: cents, url }) }),
  'user.registered': z.object({ user: eventPerson }),
} as const satisfies Record<keyof typeof eventCatalogue, z.ZodType>;

export type EventType = keyof typeof eventCatalogue;
export const eventTypes = Object.keys(dataOf) as [EventType, ...EventType[]];

export type EventData<Type extends EventType> = z.infer<(typeof dataOf)[Type]>;

const common = { id: uuid, timestamp: z.iso.datetime() };

/** The schema of one type of event. */
export const eventSchemaOf = (type: EventType) =>
  z.object({ id: common.id, type: z.literal(type), timestamp: common.timestamp, data: dataOf[type] });

/** An event as programs get it: over the API, in webhooks and in overlays. */
export const event = z.object({
  ...common,
  type: z.enum(eventTypes),
  /** See the webhooks of this document: one schema for each type. */
  data: z.record(z.string(), z.unknown()),
});

export type EventOf<Type extends EventType = EventType> = {
  [K in Type]: { id: string; type: K; timestamp: string; data: EventData<K> };
}[Type];

/** Types of events, separated by commas. */
const typeList = z
  .string()
  .max(1000)
  .transform((list) => list.split(','))
  .pipe(z.array(z.enum(eventTypes, { error: () => t`There is no event of this type` })));

const query = z.object({
  /** The id of the last event that the caller has. Without it, the list begins with the oldest event. */
  after: uuid.optional(),
  type: typeList.optional(),
  limit: z.coerce.number<number | string>().int().min(1).max(apiLimits.eventsPerPage).default(apiLimits.eventsPerPage),
});

const page = z.object({
  events: z.array(event),
  /** The `after` of the next request; null before the first event. */
  last: uuid.nullable(),
  hasMore: z.boolean(),
});

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'List the events of my pools, my page and my payouts from the last 30 days, oldest first',
  who: 'user',
  scope: 'events:read',
  query,
  output: page,
});
export const listSiteEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  summary: 'List the events of the installation from the last 30 days, oldest first, without those of one person',
  who: 'admin',
  scope: 'admin:read',
  query,
  output: page,
});
