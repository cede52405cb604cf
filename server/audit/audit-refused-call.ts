import type { Refusal } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { recordRefusal } from './record-refusal.ts';

/**
 * Records that an admin call refused a signed-in person who is not an active admin, or an admin who is one of the people concerned. Other
 * refused actions of admins are recorded by their operations, which know the target.
 */
export async function auditRefusedCall(context: Platform, { endpoint, actor, ip, error }: Refusal): Promise<void> {
  if (endpoint.who !== 'admin' || !actor) return;
  if (
    error.code !== 'own_decision' &&
    error.code !== 'suspended' &&
    (error.code !== 'forbidden' || actor.role === 'admin')
  )
    return;
  await recordRefusal(context, {
    actorId: actor.userId,
    action: 'access.refused',
    targetKind: 'call',
    targetId: `${endpoint.method} ${endpoint.path}`,
    before: {},
    after: { code: error.code, role: actor.role },
    reason: null,
    ip,
  });
}
