/**
 * Copies a text. On pages without https, browsers offer only the older command, whose event this fills. Throws if the browser denies both.
 * Call it while handling a press.
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  let isCopied = false;
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    // A chat or a dialog may react to people who copy a selection.
    event.stopImmediatePropagation();
    isCopied = event.clipboardData !== null;
  };
  window.addEventListener('copy', fill, { capture: true });
  try {
    document.execCommand('copy');
  } finally {
    window.removeEventListener('copy', fill, { capture: true });
  }
  if (!isCopied) throw new DOMException('This page may not copy without https.', 'NotAllowedError');
}
