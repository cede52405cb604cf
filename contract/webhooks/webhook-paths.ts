export const webhooksPath = '/settings/webhooks';
export const webhookPath = (id: string) => `${webhooksPath}/${id}`;
