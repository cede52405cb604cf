import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactOperator, getOperator } from '#contract/admin/operator.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';

let app: TestApp;
const operatorEmail = 'office@operator.example';
const form = {
  name: 'Mika',
  email: 'mika@example.org',
  subject: 'A question',
  message: 'Where is my money?\n\nThanks.',
};

beforeAll(async () => {
  app = await startTestApp({
    env: {
      RATE_LIMITS: '1',
      OPERATOR_NAME: 'Brass Band Ltd',
      OPERATOR_EMAIL: operatorEmail,
      OPERATOR_ADDRESS: '1 Harbour Street, Portland, ME',
    },
  });
});
afterAll(() => app.close());

const write = (changes: Partial<Record<keyof typeof form | 'website', unknown>> = {}, client = app.client()) =>
  client.call(contactOperator, { body: { ...form, ...changes } as typeof form });

describe('the contact form', () => {
  it('mails the operator, who can reply to the writer', async () => {
    const { message } = await write();
    expect(message).toMatch(/on its way/);
    const [mail, ...more] = await readOutbox(app, operatorEmail);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Contact: A question' });
    expect(mail?.replyTo?.map(({ address }) => address)).toEqual(['mika@example.org']);
    expect(mail?.text).toContain('Where is my money?');
    expect(mail?.text).toContain('Account: signed out');
  });

  it('accepts messages from suspended people and names their account', async () => {
    const fan = await insertPerson(app);
    await fan.suspend();
    await write({ subject: 'Suspended', email: 'fan@example.org' }, fan.client);
    const mail = (await readOutbox(app, operatorEmail)).find(({ subject }) => subject === 'Contact: Suspended');
    expect(mail?.text).toMatch(/Account: @p[0-9a-f]{12}/);
  });

  it('escapes typed text in headers and HTML', async () => {
    await write({
      name: 'Eve\r\nBcc: all@example.org',
      subject: 'Hi\nBcc: x@example.org',
      message: '<script>1</script>',
    });
    const mail = (await readOutbox(app, operatorEmail)).find(({ subject }) => subject?.startsWith('Contact: Hi'));
    expect(mail?.subject).toBe('Contact: Hi Bcc: x@example.org');
    expect(mail?.bcc ?? []).toEqual([]);
    expect(mail?.html).toContain('&lt;script&gt;');
  });

  it.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ email: 'mika' }, 'email', 'Please enter a valid email address'],
    [{ subject: 'x'.repeat(151) }, 'subject', 'Subject must be 150 characters or less'],
    [{ message: '' }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(5001) }, 'message', 'Message must be 5000 characters or less'],
  ])('refuses %j', async (changes, field, message) => {
    await expect(write(changes)).rejects.toMatchObject({ status: 400, fields: { [field]: message } });
  });

  it('sends nothing for a bot, and gives it the usual response', async () => {
    const before = (await readOutbox(app)).length;
    await write({ email: 'bot@example.org', website: 'https://spam.example' });
    expect(await readOutbox(app)).toHaveLength(before);
  });

  it('has a rate limit per email', async () => {
    for (let turn = 0; turn < 2; turn += 1) await write({ email: 'often@example.org' });
    const tries = Array.from({ length: 5 }, () => write({ email: 'often@example.org' }));
    const refused = (await Promise.allSettled(tries)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]).toMatchObject({ reason: { status: 429, code: 'rate_limited' } });
  });
});

it('returns the operator from the settings', async () => {
  expect(await app.client().call(getOperator)).toEqual({
    name: 'Brass Band Ltd',
    address: '1 Harbour Street, Portland, ME',
    email: operatorEmail,
    agent: null,
    records: null,
  });
});
