import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

/** The way from the settings to the overlays. */
export function OverlaysLink() {
  return (
    <div className="card grid justify-items-start gap-4 p-5">
      <p>{t`Show a pool in your live stream: its goal, its latest backers, the time left, and an alert for each pledge.`}</p>
      <Link to={paths.overlays} className={buttonClass()}>{t`Stream overlays`}</Link>
    </div>
  );
}
