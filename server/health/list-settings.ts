import type { SettingItem } from '#contract/admin/health.ts';
import { type Config, settings } from '#server/platform/config/config.ts';

/** Every setting with its meaning. Leaves out the values, because some are secrets. */
export function listSettings({ givenSettings }: Pick<Config, 'givenSettings'>): SettingItem[] {
  return Object.entries(settings).map(([name, { description, fallback }]) => ({
    name,
    description,
    fallback: fallback || null,
    isSet: givenSettings.includes(name),
  }));
}
