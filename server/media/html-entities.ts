/** The names of the characters from 160 to 255, in their order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Those that stand in titles; what is not here stays as it was written. */
const named = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['ndash', '–'],
  ['mdash', '—'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['sbquo', '‚'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bdquo', '„'],
  ['lsaquo', '‹'],
  ['rsaquo', '›'],
  ['hellip', '…'],
  ['bull', '•'],
  ['trade', '™'],
  ['euro', '€'],
  ['OElig', 'Œ'],
  ['oelig', 'œ'],
  ['Scaron', 'Š'],
  ['scaron', 'š'],
  ['rarr', '→'],
  ['larr', '←'],
  ...latin.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)] as const),
]);

const windows = new TextDecoder('windows-1252');

function characterOf(code: number): string {
  // As every browser reads them: numbers of a character set that the number does not mean.
  if (code >= 0x80 && code < 0xa0) return windows.decode(Uint8Array.of(code));
  if (code === 0 || code > 0x10_ffff || (code >= 0xd800 && code < 0xe000)) return '\ufffd';
  return String.fromCodePoint(code);
}

const reference = /&(?:#x([\da-f]{1,8});?|#(\d{1,10});?|([a-z][a-z\d]{1,30});)/gi;

/** Character references as the characters they mean, once: what comes out is not read again. */
export function decodeEntities(text: string): string {
  return text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex) return characterOf(Number.parseInt(hex, 16));
    if (decimal) return characterOf(Number(decimal));
    return named.get(name ?? '') ?? whole;
  });
}
