/** The fields about the operator that an admin enters in the browser. */
export const operatorFields = ['name', 'address', 'email'] as const;
export type OperatorField = (typeof operatorFields)[number];

/** The settings that override them. */
export const operatorSettingNames = {
  name: 'OPERATOR_NAME',
  address: 'OPERATOR_ADDRESS',
  email: 'OPERATOR_EMAIL',
} as const satisfies Record<OperatorField, string>;
