import { Share2 } from 'lucide-react';
import { useSite } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';

async function share(title: string, url: string): Promise<void> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // Closing the sheet is no failure; where sharing is refused, the link can still be copied.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast({ title: 'Link copied', description: 'Send it to everyone who would chip in.', durationMs: 3000 });
  } catch {
    toast({ title: 'Copy this link', description: url, durationMs: 15_000 });
  }
}

/** The device's own way to share, else the link in the clipboard. */
export function ShareButton({ title, path, wide }: { title: string; path: string; wide?: boolean }) {
  const { publicUrl } = useSite();
  return (
    <Button wide={wide} icon={<Share2 aria-hidden="true" />} onClick={() => void share(title, publicUrl + path)}>
      Share
    </Button>
  );
}
