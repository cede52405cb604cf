interface ReportParts {
  /** The address that refused the mail. */
  recipient: string;
  /** The address that was mailed, if a server forwarded the mail. */
  original?: string;
  tag: string;
  status?: string;
  action?: string;
}

/** A delivery status notification (RFC 3464) as Postfix writes it. */
export function deliveryReport({ recipient, original, tag, status = '5.1.1', action = 'failed' }: ReportParts): string {
  const lines = `Return-Path: <>
From: MAILER-DAEMON@mx.example (Mail Delivery System)
To: no-reply@localhost
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B1"

--B1
Content-Type: text/plain; charset=us-ascii

Your message could not be delivered.

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example
Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; ${recipient}${original ? `\nOriginal-Recipient: rfc822;${original}` : ''}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: Recipient address rejected:
    User unknown

--B1
Content-Type: text/rfc822-headers

From: Fanfare <no-reply@localhost>
To: ${original ?? recipient}
Subject: Your weekly digest
X-Delivery-Tag: ${tag}
Message-ID: <digest-1@localhost>

--B1--
`;
  return lines.replaceAll('\n', '\r\n');
}
