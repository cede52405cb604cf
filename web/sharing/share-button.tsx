import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSite } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import type { ShareTarget } from './share-dialog.tsx';

const ShareDialog = lazyComponent(null, () => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/** True when the device has shown its own sheet, whatever became of it. */
async function shareNatively(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Closing the sheet is no failure; where sharing is refused, ours comes instead.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** The device's own way to share, else ours. */
export function ShareButton({ wide, ...shared }: ShareTarget & { wide?: boolean }) {
  const { publicUrl } = useSite();
  const [open, setOpen] = useState(false);
  const url = publicUrl + shared.path;
  const share = async () => {
    if (!(await shareNatively(shared.title, url))) setOpen(true);
  };
  return (
    <>
      <Button wide={wide} icon={<Share2 aria-hidden="true" />} onClick={() => void share()}>
        Share
      </Button>
      {open ? <ShareDialog {...shared} url={url} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
