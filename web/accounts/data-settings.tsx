import { Download } from 'lucide-react';
import { t } from '#contract/language/text.ts';
import { exportPath } from '#contract/settings.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** The download of all personal data. Works without JavaScript. */
export function DataSettings() {
  return (
    <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
      <p className="min-w-60 flex-1 text-muted">{t`Download a zip of JSON files with your profile, pools, pledges, payments, comments, sessions, notifications and everything else we keep about you.`}</p>
      <a className={buttonClass()} href={exportPath} download>
        <Download aria-hidden="true" />
        {t`Download my data`}
      </a>
    </div>
  );
}
