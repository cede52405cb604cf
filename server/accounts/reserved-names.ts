import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Actor } from '#server/platform/http/request-context.ts';

/** Letters and digits of other alphabets that readers take for these Latin letters. NFKD covers full-width and mathematical ones. */
const lookalikes: Record<string, string> = {
  ...lettersOf('авсԁеһіјкӏмторѕухгν', 'abcdehijklmtopsyxrv'),
  ...lettersOf('αβεικνορτυη', 'abeiknoptun'),
  ...lettersOf('оսոօıɑɡ', 'ounoiag'),
  ...lettersOf('ᴀʙᴄᴅᴇɢʜɪᴋʟᴍ', 'abcdeghiklm'),
  ...lettersOf('ɴᴏᴘʀꜱᴛᴜᴠᴡʏ', 'noprstuvwy'),
  ...lettersOf('0135@$', 'oiesas'),
};

function lettersOf(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to[index] ?? letter]));
}

/** The letters and digits of a name as a reader takes them: without case, accents, spaces and punctuation. */
function readAs(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/(?=\p{Script=Inherited})\p{M}/gu, '')
    .toLowerCase();
  return Array.from(letters, (letter) => lookalikes[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/** Each of these words speaks for the operator. The others only do so beside them. */
const operators =
  'admin|admins|administrator|administrators|moderator|moderators|support|staff|helpdesk|noreply|webmaster|postmaster|sysadmin|superuser';
const besides =
  'the|our|your|site|official|account|accounts|team|help|desk|customer|client|user|care|service|services|chat|billing|payment|payments|payout|payouts|security|safety|trust|mod|mods|system|and|of|at|by|from|inc|llc|bot';

/** Whether a display name could pass for the operator: "Admin", "Support", the brand's name, or these with words such as "team". */
export function isReservedName({ brandName }: { brandName: string }, name: string): boolean {
  const brand = readAs(brandName);
  const speakers = brand === '' ? operators : `${brand}|${operators}`;
  return new RegExp(`^(?:${besides})*(?:${speakers})(?:${speakers}|${besides})*$`, 'u').test(readAs(name));
}

/** Throws validation_failed if a person other than an admin takes a name that could pass for the operator. */
export function refuseReservedName(
  config: Pick<Config, 'brandName'>,
  { role }: Pick<Actor, 'role'>,
  { name, field }: { name: string; field: string },
): void {
  if (role === 'admin' || !isReservedName(config, name)) return;
  const message = () => t`This name is reserved for the people who run this site. Please choose another one.`;
  throw appError('validation_failed', { message, fields: { [field]: message } });
}
