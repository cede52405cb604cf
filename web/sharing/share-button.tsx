import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSite } from '#web/data/session.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { ShareTarget } from './share-dialog.tsx';

const ShareDialog = lazyComponent(null, () => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/** Opens the device's share sheet. True if the sheet opened, even if the person then closed it. */
async function shareNatively(title: string, url: string): Promise<boolean> {
  if (!navigator.share) return false;
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // AbortError: the person closed the sheet. After any other error the caller opens our dialog.
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Opens the device's share sheet, or our share dialog on devices without one. */
export function ShareButton({
  className,
  variant,
  size,
  label = 'Share',
  ...shared
}: ShareTarget & Pick<ButtonProps, 'className' | 'variant' | 'size'> & { label?: string }) {
  const { publicUrl } = useSite();
  const [open, setOpen] = useState(false);
  const url = publicUrl + shared.path;
  const share = async () => {
    if (!(await shareNatively(shared.title, url))) setOpen(true);
  };
  return (
    <>
      <Button
        className={className}
        variant={variant}
        size={size}
        icon={<Share2 aria-hidden="true" />}
        onClick={() => void share()}
      >
        {label}
      </Button>
      {open ? <ShareDialog {...shared} url={url} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
