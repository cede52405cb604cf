import type { Who } from './endpoint.ts';

export type RoleName = Exclude<Who, 'anyone'>;

/** The roles that may call an endpoint of this kind; a creator is also a user, and an admin is both. */
const rolesOf: Record<RoleName, readonly RoleName[]> = {
  user: ['user', 'creator', 'admin'],
  creator: ['creator', 'admin'],
  admin: ['admin'],
};

export const mayCall = (who: Who, role: RoleName): boolean => who === 'anyone' || rolesOf[who].includes(role);

/** Whether a signed-in person may be refused for their role. */
export const needsRole = (who: Who): boolean => who !== 'anyone' && who !== 'user';
