import { t } from '#contract/language/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CopyField } from '#web/ui/forms/copy-field.tsx';

const widthPx = 1920;
const heightPx = 1080;

/** How OBS shows an overlay. */
export function OverlaySteps() {
  return (
    <ol className="grid list-decimal gap-1.5 ps-5">
      <li>{t`In OBS, press + below Sources and choose Browser.`}</li>
      <li>{t`Paste the URL of the overlay.`}</li>
      <li>{t`Set the width to ${{ width: widthPx }} and the height to ${{ height: heightPx }}, or to a smaller box: from 400 × 100, the overlay adapts to it.`}</li>
      <li>{t`Send a test alert. If you play sounds, turn on “Control audio via OBS” in the source.`}</li>
    </ol>
  );
}

/** The only time that anyone sees the URL. */
export function NewOverlayUrl({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog
      open
      size="lg"
      title={t`Copy the URL of your overlay`}
      dismissible={false}
      onClose={onClose}
      footer={<Button variant="primary" onClick={onClose}>{t`I copied the URL`}</Button>}
    >
      <div className="grid gap-4">
        <p>{t`This is the only time we show it. If you need it again, create a new URL. Don’t show it on your stream: everyone who has it can open the overlay.`}</p>
        <CopyField label={t`URL of the overlay`} text={url} copied={t`URL copied`} />
        <OverlaySteps />
      </div>
    </Dialog>
  );
}
