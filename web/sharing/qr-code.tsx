import encodeQR from 'qr';
import { buttonClass } from '#web/ui/button.tsx';

/** The margin of a QR code, in modules: scanners need it to find the code (ISO/IEC 18004). */
const quietZone = 4;

/** Draws each dark module as a square of 1 by 1. */
function svgOf(text: string): string {
  const modules = encodeQR(text, 'raw', { border: quietZone });
  const side = modules.length;
  const path = modules.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side * 24}" height="${side * 24}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
}

/** A QR code that opens the URL, as a picture to scan or to print. It is black on white in both themes, as scanners expect. */
export function QrCode({ url, fileName }: { url: string; fileName: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(svgOf(url))}`;
  return (
    <div className="grid justify-items-center gap-3">
      <img src={picture} alt="QR code that opens the link" width={208} height={208} className="rounded-lg" />
      <a className={buttonClass({ size: 'sm' })} href={picture} download={`${fileName}.svg`}>
        Download the code
      </a>
    </div>
  );
}
