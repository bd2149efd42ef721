import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Page as Tab } from 'playwright-core';
import { installed, picture, visit } from '../support/browser.ts';
import { completed, ids, secrets } from '../support/city.ts';
import { failureOf } from '../support/failure.ts';
import { cleanUp, json, startTestService, type TestService } from '../support/service.ts';

/** Fills in one kind of credentials in the window that the button "Authorize" opens. */
async function authorize(tab: Tab, kind: string, values: Record<string, string>): Promise<void> {
  await tab.locator('.auth-wrapper .authorize').first().click();
  const form = tab.locator('.auth-container').filter({ hasText: kind });
  for (const [field, value] of Object.entries(values)) await form.locator(field).fill(value);
  await form.locator('button.authorize').click();
  await form.locator('button', { hasText: 'Logout' }).waitFor();
  await form.locator('button.btn-done').first().click();
}

/** Sends the form of an operation and gives the answer that the page shows. */
async function tryOut(tab: Tab, id: string, values: Record<string, string>) {
  const operation = tab.locator(`#operations-${id}`);
  await operation.locator('.opblock-summary').click();
  for (const [field, value] of Object.entries(values)) await operation.locator(field).fill(value);
  await operation.locator('button.execute').click();
  const answer = operation.locator('.live-responses-table .response');
  return {
    status: (await answer.locator('.response-col_status').textContent())?.trim(),
    text: await answer.locator('.highlight-code').first().textContent(),
  };
}

const view = { width: 360, colorScheme: 'light' } as const;

describe.skipIf(!installed)('In a browser that reaches nothing but the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService('embedded');
  });
  afterAll(cleanUp);

  test('the page answers what is tried with credentials', async () => {
    await visit(`${service.url}/docs`, view, async (tab) => {
      await authorize(tab, 'X-API-Key', { 'input[type="text"]': secrets.key });
      const read = await tryOut(tab, 'Players-listPlayers', {});
      expect(read.status).toBe('200');
      expect(read.text).toContain('"display_name": "Anna K."');
      await authorize(tab, 'clientCredentials', {
        '#client_id_clientCredentials': ids.client,
        '#client_secret_clientCredentials': secrets.client,
      });
      const submission = await tryOut(tab, 'Matches-submitMatch', {
        'tr[data-param-name="Idempotency-Key"] input': 'tried-once',
        'textarea.body-param__text': JSON.stringify(completed()),
      });
      expect(submission.status).toBe('201');
      expect(submission.text).toContain('"rating_status": "pending"');
      const responses = tab.locator('#operations-Matches-submitMatch .live-responses-table');
      await picture(responses, 'service');
    });
  });

  test('the type of an error leads to the section that explains it', async () => {
    const { type } = await json(await service.get('/v1/players?limit=0'));
    const { pathname, hash } = new URL(type);
    await visit(service.url + pathname + hash, view, async (tab) => {
      const section = tab.locator('section:target');
      expect(await section.getAttribute('id')).toBe('invalid-request');
      expect(await section.textContent()).toContain('What to do');
    });
  });

  test('whatever breaks the Content-Security-Policy is seen', async () => {
    const broken = visit(`${service.url}/errors`, view, async (tab) => {
      await tab.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { text: '1' }))",
      );
    });
    expect(await failureOf(broken)).toContain('Content Security Policy');
  });
});
