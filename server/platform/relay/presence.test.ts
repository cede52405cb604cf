import { expect, it } from 'vitest';
import { Presence } from './presence.ts';

const everyMs = 5000;

/** So many rounds in which it says its word and hears it; at what time it is then. */
function hearItselfFor(presence: Presence, rounds: number, from = 0): number {
  let now = from;
  for (let round = 0; round < rounds; round += 1) {
    presence.nextRound();
    presence.hearItself(now);
    now += everyMs;
  }
  return now;
}

it('a listener is alone once it has heard itself three times and no one else, and no longer once it hears another', () => {
  const presence = new Presence(everyMs);
  presence.begin();
  hearItselfFor(presence, 3);
  expect(presence.isAlone).toBe(false);
  hearItselfFor(presence, 1);
  expect(presence.isAlone).toBe(true);
  presence.hearAnother();
  expect(presence.isAlone).toBe(false);
});

it('a listener that does not hear itself cannot know, and one that hears another every round is never alone', () => {
  const deaf = new Presence(everyMs);
  const accompanied = new Presence(everyMs);
  for (let round = 0; round < 10; round += 1) {
    deaf.nextRound();
    hearItselfFor(accompanied, 1, round * everyMs);
    accompanied.hearAnother();
  }
  expect([deaf.isAlone, accompanied.isAlone]).toEqual([false, false]);
});

it('reports a possible gap after a stall long enough for others to believe that they are alone, and none after a shorter stall', () => {
  const presence = new Presence(everyMs);
  presence.begin();
  expect(presence.hearItself(50_000)).toBe(false);
  expect(presence.hearItself(50_000 + 2 * everyMs)).toBe(false);
  expect(presence.hearItself(50_000 + 4 * everyMs + 1)).toBe(true);
  expect(presence.hearItself(50_000 + 5 * everyMs)).toBe(false);
});

it('ignores heartbeats from before a new connection, and reports a gap if its first heartbeat was not received', () => {
  const presence = new Presence(everyMs);
  presence.hearItself(0);
  presence.begin();
  expect(presence.hearItself(100_000)).toBe(false);
  presence.beginUnheard();
  expect(presence.hearItself(100_001)).toBe(true);
});
