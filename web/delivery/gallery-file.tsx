import type { GalleryItem } from '#contract/gallery.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { isReadable, titleOf } from './content-files.ts';
import { DeliveredFiles } from './delivered-files.tsx';
import { TextFileReader } from './reader.tsx';

/** Plays a recording, opens a text for reading, or offers a file for download. */
export function GalleryFile({ item: { file, captions }, onClose }: { item: GalleryItem; onClose: () => void }) {
  if (isReadable(file)) return <TextFileReader file={file} onClose={onClose} />;
  return (
    <Dialog open size="lg" title={titleOf(file)} onClose={onClose}>
      <DeliveredFiles files={[file, ...captions]} />
    </Dialog>
  );
}
