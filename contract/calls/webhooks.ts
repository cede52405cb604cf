import type * as webhooks from '../webhooks/webhooks.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listWebhooks = get<typeof webhooks.listWebhooks>('/api/webhook-endpoints');
export const getWebhook = get<typeof webhooks.getWebhook>('/api/webhook-endpoints/:id');
export const createWebhook = post<typeof webhooks.createWebhook>('/api/webhook-endpoints');
export const changeWebhook = patch<typeof webhooks.changeWebhook>('/api/webhook-endpoints/:id');
export const deleteWebhook = remove<typeof webhooks.deleteWebhook>('/api/webhook-endpoints/:id');
export const rotateWebhookSecret = post<typeof webhooks.rotateWebhookSecret>('/api/webhook-endpoints/:id/secret');
export const testWebhook = post<typeof webhooks.testWebhook>('/api/webhook-endpoints/:id/test');
export const replayWebhook = post<typeof webhooks.replayWebhook>('/api/webhook-endpoints/:id/replay');
export const listDeliveries = get<typeof webhooks.listDeliveries>('/api/webhook-endpoints/:id/deliveries');
export const getDelivery = get<typeof webhooks.getDelivery>('/api/webhook-deliveries/:id');
export const resendDelivery = post<typeof webhooks.resendDelivery>('/api/webhook-deliveries/:id/resend');
