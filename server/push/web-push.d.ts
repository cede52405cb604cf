/** Types for the part of web-push that we use; the package has none. */
declare module 'web-push' {
  export interface PushRequest {
    endpoint: string;
    method: 'POST';
    headers: Record<string, string | number>;
    body: Buffer;
  }
  const webPush: {
    generateVAPIDKeys(): { publicKey: string; privateKey: string };
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
        TTL: number;
        urgency: 'normal' | 'high';
        topic?: string;
      },
    ): PushRequest;
  };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export default webPush;
}
