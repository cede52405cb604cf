import { expect, it } from 'vitest';
import { isReservedName } from './reserved-names.ts';

// cspell:disable
const site = { brandName: 'Tip Jar' };

it.each([
  'Admin',
  'ADMIN',
  ' a d m i n ',
  'Ádmin',
  'Ａｄｍｉｎ',
  '𝐀𝐝𝐦𝐢𝐧',
  '\u0410dmin',
  'Adm1n',
  '@dmin!',
  'The Admins',
  'Support',
  'Customer Support',
  'Supp0rt',
  '$upport',
  'Support Team',
  'Tip Jar',
  'TIPJAR',
  'Tip-Jar Official',
  'Tip Jar Payments',
  'Official Tip Jar Support',
  'Τip Jar',
  'Moderator',
  'Admi\u20ddn',
  'Ad\u1ab6min',
  'ᴀᴅᴍɪɴ',
  'Site staff',
])('reserves %s', (name) => expect(isReservedName(site, name)).toBe(true));

it.each([
  'Mia Chen',
  'Supporter',
  'Admiral',
  'Team',
  'Official',
  'Tip',
  'Jar',
  'Tip Jars of Jam',
  'Modest Mouse',
  'Sam Support Act',
  '山田花子',
  '',
  '!!!',
  'Staffan',
  'Mod',
  'Mod 5',
  'The System',
  'Adam In',
])('leaves %j to everyone', (name) => expect(isReservedName(site, name)).toBe(false));

it('keeps vowel signs apart, which belong to the letters of a brand', () => {
  expect(isReservedName({ brandName: 'मेला' }, 'माला')).toBe(false);
  expect(isReservedName({ brandName: 'मेला' }, 'मेला')).toBe(true);
});
