/** Connects to the mail server and signs in, without sending anything. Throws with the reason if that fails. */
export async function verifyMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 10_000,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
