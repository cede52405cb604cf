/**
 * Node loads this file before the server (`--import`): the clock of the process is wrong by CLOCK_OFFSET_MS, and jumps forward by an hour on SIGUSR2
 * and back on SIGWINCH. Timers keep the real time, as after a change of the system's clock.
 */
const hourMs = 3_600_000;
const Real = globalThis.Date;
let offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0);
const wrongNow = () => Real.now() + offsetMs;

globalThis.Date = new Proxy(Real, {
  construct(real, args, newTarget) {
    return Reflect.construct(real, args.length === 0 ? [wrongNow()] : args, newTarget);
  },
  apply: () => new Real(wrongNow()).toString(),
  get: (real, key, receiver) => (key === 'now' ? wrongNow : Reflect.get(real, key, receiver)),
});
process.on('SIGUSR2', () => {
  offsetMs += hourMs;
});
process.on('SIGWINCH', () => {
  offsetMs -= hourMs;
});
