/**
 * Moves the clocks of this process, and with them those of an app that it runs. Timers keep the real time. The database keeps its own
 * clock, which decides all deadlines.
 */
const realMonotonic = performance.now.bind(performance);
const RealDate = globalThis.Date;
let monotonicAheadMs = 0;
let dateAheadMs = 0;

const dateNow = () => RealDate.now() + dateAheadMs;
performance.now = () => realMonotonic() + monotonicAheadMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (real, args, newTarget) => Reflect.construct(real, args.length === 0 ? [dateNow()] : args, newTarget),
  apply: () => new RealDate(dateNow()).toString(),
  get: (real, key, receiver) => (key === 'now' ? dateNow : Reflect.get(real, key, receiver)),
});

/** Expires everything in memory that ages by the monotonic clock: every cache. */
export function expireCaches(): void {
  monotonicAheadMs += 3_600_000;
}

export function moveDate(ms: number): void {
  dateAheadMs += ms;
}
