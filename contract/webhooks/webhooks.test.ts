import { expect, it } from 'vitest';
import { eventTypes } from '../events.ts';
import { type EventAudience, eventCatalogue } from '../programs/event-catalogue.ts';
import { typesOfKind, typesOfScope, webhookKinds } from './webhook-limits.ts';

it('offers each type of event to the people who get it from the log', () => {
  const audienceOf = (type: (typeof eventTypes)[number]): EventAudience => eventCatalogue[type].audience;
  const mine = eventTypes.filter((type) => audienceOf(type) !== 'admins');
  const site = eventTypes.filter((type) => audienceOf(type) !== 'person');
  expect(typesOfScope('mine').toSorted()).toEqual(mine.toSorted());
  expect(typesOfScope('site').toSorted()).toEqual(site.toSorted());
});

it('offers nothing to channels that is for some people only', () => {
  expect(typesOfKind('webhook', 'site')).toEqual(typesOfScope('site'));
  for (const kind of webhookKinds.filter((one) => one !== 'webhook')) {
    const types = typesOfKind(kind, 'site');
    expect(types).toContain('pool.opened');
    expect(types.filter((type) => eventCatalogue[type].audience !== 'pool')).toEqual([]);
    expect(types).not.toContain('pledge.paid');
  }
});
