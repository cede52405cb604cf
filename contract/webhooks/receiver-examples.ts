/** Programs that verify a webhook, as the page for developers and docs/webhooks.md show them. Node uses the library `standardwebhooks`. */
export const receiverExamples = {
  node: `// npm install standardwebhooks
// WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
    response.writeHead(204).end();
    console.log(event.type, event.data);
  } catch {
    response.writeHead(400).end();
  }
}).listen(process.env.PORT ?? 8080);`,
  python: `import base64, hashlib, hmac, json, time

def verify(secret, headers, body):
    """Returns the event; the body is bytes. Raises ValueError."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{message_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    for signature in headers.get("webhook-signature", "").split(" "):
        if hmac.compare_digest(signature.encode(), expected):
            return json.loads(body)
    raise ValueError("wrong signature")

# With Flask: event = verify(secret, request.headers, request.get_data())`,
  php: `<?php
function verify(string $secret, array $headers, string $body): array {
    $id = $headers['webhook-id'];
    $timestamp = $headers['webhook-timestamp'];
    if (abs(time() - (int) $timestamp) > 300) throw new Exception('too old');
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        [$version, $value] = explode(',', $signature, 2) + [1 => ''];
        if ($version === 'v1' && hash_equals($expected, $value)) return json_decode($body, true);
    }
    throw new Exception('wrong signature');
}

$headers = array_change_key_case(getallheaders());
$event = verify(getenv('WEBHOOK_SECRET'), $headers, file_get_contents('php://input'));
http_response_code(204);`,
} as const;
