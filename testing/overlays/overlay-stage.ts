import { expect } from 'vitest';
import { usualOverlaySettings } from '#contract/overlays/overlay-limits.ts';
import { createOverlay, type OverlaySettings } from '#contract/overlays/overlays.ts';
import type { Pool } from '#contract/pools/pools.ts';
import type { Person } from '#testing/insert-person.ts';
import type { PledgeStage } from '#testing/pledge-stage.ts';
import { OverlayReader } from './overlay-reader.ts';

export const settingsOf = (changes: Partial<OverlaySettings> = {}): OverlaySettings => ({
  ...usualOverlaySettings,
  ...changes,
});

/** The texts of the alerts that a reader got. */
export const alertTexts = ({ alerts }: OverlayReader): string[] => alerts.map(({ text }) => text);

/** The steps that tests of overlays share. */
export class OverlayStage {
  readonly #stage: PledgeStage;
  readonly #readers: OverlayReader[] = [];

  constructor(stage: PledgeStage) {
    this.#stage = stage;
  }

  async create(who: Person, { id: poolId }: Pick<Pool, 'id'>, changes: Partial<OverlaySettings> = {}) {
    const { overlay, url } = await who.client.call(createOverlay, { body: { poolId, settings: settingsOf(changes) } });
    return { id: overlay.id, url };
  }

  /** Opens the stream, and waits for its first view. */
  async watch(url: string, options: Parameters<typeof OverlayReader.open>[1] = {}): Promise<OverlayReader> {
    const reader = await OverlayReader.open(url, options);
    this.#readers.push(reader);
    if (reader.status === 200) await expect.poll(() => reader.view).toBeTruthy();
    return reader;
  }

  async namedFan(displayName: string): Promise<Person> {
    const fan = await this.#stage.fan();
    await this.#stage.sql`update users set display_name = ${displayName} where id = ${fan.id}`;
    return fan;
  }

  async pledgeAs(name: string, pool: Pick<Pool, 'id'>, cents: number) {
    const fan = await this.namedFan(name);
    return { fan, pledge: await this.#stage.pledge(fan, pool.id, cents) };
  }

  /** Closes all streams and deletes all overlays. */
  async clear(): Promise<void> {
    for (const reader of this.#readers.splice(0)) reader.leave();
    await this.#stage.sql`delete from overlays`;
  }
}
