import { TriangleAlert } from 'lucide-react';
import { listMissingSettings } from '#contract/admin/operator.ts';
import { count } from '#contract/values/time.ts';
import { query, useData } from '#web/data/query.ts';

export const missingSettingsQuery = query(listMissingSettings);

/** The operator's missing settings, and the parts of the legal pages that need them. Renders nothing if all are set. */
export function MissingSettings() {
  const settings = useData(missingSettingsQuery).data?.settings ?? [];
  if (settings.length === 0) return null;
  return (
    <section className="notice mb-6" aria-labelledby="missing-settings">
      <TriangleAlert aria-hidden="true" />
      <div className="grid gap-2">
        <h2 id="missing-settings" className="text-base">
          {count(settings.length, 'setting')} missing
        </h2>
        <ul className="grid gap-1.5">
          {settings.map(({ name, without }) => (
            <li key={name}>
              <code className="font-semibold">{name}</code> <span className="text-muted">{without}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
