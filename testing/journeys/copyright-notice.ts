export const complainant = 'label@example.com';

/** A complete copyright notice, apart from the addresses. */
export const copyrightNotice = {
  name: 'Lena Label',
  email: complainant,
  address: '1 Record Row, Nashville, TN',
  phone: '+1 615 555 0100',
  ownerName: 'Rain Records',
  work: 'The song “Rain”, recorded in 2019',
  goodFaith: true,
  accurate: true,
  signature: 'Lena Label',
} as const;

/** A complete counter-notice. */
export const counterNotice = {
  name: 'Maya Reyes',
  address: '2 Harbor Street, Portland, ME',
  phone: '+1 207 555 0100',
  explanation: 'I wrote it.',
  mistake: true,
  jurisdiction: true,
  signature: 'Maya Reyes',
} as const;
