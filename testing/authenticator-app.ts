import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { confirmAuthenticatorApp, startAuthenticatorApp } from '#contract/second-factor.ts';
import type { TestClient } from './client.ts';

const stepMs = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app, written after RFC 6238 and not with the library of the server. */
export function codeAt(secret: string, step: number): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The time step of now. Waits for the next one if this one is nearly over, so that it stays the same during a few calls. */
export async function currentStep(): Promise<number> {
  const left = stepMs - (Date.now() % stepMs);
  if (left < 4000) await sleep(left + 50);
  return Math.floor(Date.now() / stepMs);
}

export interface AddedApp {
  secret: string;
  recoveryCodes: string[];
}

/** Adds an authenticator app to the person of this client. The code of the step before is used up by that. */
export async function addApp(client: TestClient): Promise<AddedApp> {
  const { secret } = await client.call(startAuthenticatorApp);
  const code = codeAt(secret, (await currentStep()) - 1);
  const { recoveryCodes } = await client.call(confirmAuthenticatorApp, { body: { code } });
  return { secret, recoveryCodes: recoveryCodes ?? [] };
}
