import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { localized } from '#contract/language/localized-path.ts';
import { type Text, t } from '#contract/language/text.ts';
import { useSite } from '#web/data/session.ts';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import type { ShareTarget } from './share-dialog.tsx';

const ShareDialog = lazyComponent(() => import('./share-dialog.tsx').then((module) => module.ShareDialog), {
  browserOnly: true,
});

/** Opens the share dialog. `onShare` runs when the dialog closes, because it may remove this button, and the dialog with it. */
export function ShareButton({
  className,
  variant,
  size,
  label = t({ message: 'Share', context: 'verb on a button' }),
  onShare,
  ...shared
}: ShareTarget & Pick<ButtonProps, 'className' | 'variant' | 'size'> & { label?: Text; onShare?: () => void }) {
  const { publicUrl } = useSite();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onShare?.();
  };
  return (
    <>
      <Button
        className={className}
        variant={variant}
        size={size}
        icon={<Share2 aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open ? <ShareDialog {...shared} url={publicUrl + localized(shared.path)} onClose={close} /> : null}
    </>
  );
}
