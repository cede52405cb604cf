import encodeQR from 'qr';
import { type Text, t } from '#contract/language/text.ts';
import { buttonClass } from './button.tsx';

/** The margin of a QR code, in modules: scanners need it to find the code (ISO/IEC 18004). */
const quietZone = 4;

/** Draws each dark module as a square of 1 by 1. */
function svgOf(text: string): string {
  const modules = encodeQR(text, 'raw', { border: quietZone });
  const side = modules.length;
  const path = modules.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side * 24}" height="${side * 24}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

interface QrCodeProps {
  text: string;
  alt: Text;
  /** Offers the picture as a file, for example to print it. */
  fileName?: string;
}

/** A QR code, as a picture to scan. It is black on white in both themes, as scanners expect. */
export function QrCode({ text, alt, fileName }: QrCodeProps) {
  const picture = `data:image/svg+xml,${encodeURIComponent(svgOf(text))}`;
  return (
    <div className="grid justify-items-center gap-3">
      <img src={picture} alt={alt} width={208} height={208} className="rounded-lg" />
      {fileName ? (
        <a
          className={buttonClass({ size: 'sm' })}
          href={picture}
          download={`${fileName}.svg`}
        >{t`Download the code`}</a>
      ) : null}
    </div>
  );
}
