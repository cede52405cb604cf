import type { Pool } from '#contract/pools.ts';

export function FrozenNotice({ pool }: { pool: Pool }) {
  if (!pool.frozen) return null;
  return (
    <div role="status" className="mb-5 rounded-lg bg-danger-wash p-4">
      <b>This pool is frozen</b>
      <p className="text-muted">
        An admin is looking into it. Until they are done nobody is charged, nobody is paid, and every deadline stands
        still.
      </p>
    </div>
  );
}

/** An adult pool before the age gate: nothing of what it is about. */
export function HeldBackPool() {
  return (
    <div className="face face-page">
      <p className="num grid size-16 place-items-center rounded-full bg-love-wash text-xl text-love-text">18+</p>
      <h1>This pool is for adults</h1>
      <p className="mt-1 text-lg">Its words and pictures appear once you have said that you are 18 or older.</p>
    </div>
  );
}
