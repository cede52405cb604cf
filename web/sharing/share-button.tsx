import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useSite } from '#web/data/session.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { ShareTarget } from './share-dialog.tsx';

const ShareDialog = lazyComponent(null, () => import('./share-dialog.tsx').then((module) => module.ShareDialog));

/** Opens the share dialog. */
export function ShareButton({
  className,
  variant,
  size,
  label = 'Share',
  onShare,
  ...shared
}: ShareTarget & Pick<ButtonProps, 'className' | 'variant' | 'size'> & { label?: string; onShare?: () => void }) {
  const { publicUrl } = useSite();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={className}
        variant={variant}
        size={size}
        icon={<Share2 aria-hidden="true" />}
        onClick={() => {
          onShare?.();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open ? <ShareDialog {...shared} url={publicUrl + shared.path} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
