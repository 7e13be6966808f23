// A site of somebody else, which a signed-in person happens to open in the same browser.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** Posts what reads as JSON without asking the service first, as only a form may. */
const FORM = (target: string): string => `<!doctype html><title>Free gems</title>
  <form method="post" enctype="text/plain" action="${target}">
    <input name='{"name":"Stolen' value='"}'>
  </form>`;

export interface Stranger {
  readonly port: number;
  close(): Promise<void>;
}

/** Its page is the same on each of its hosts; the form posts to `target`. */
export async function openStranger(target: string): Promise<Stranger> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(FORM(target));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Everything that such a page can try; resolves to what the service has answered to what reached it. */
export async function attack(page: Page, target: string): Promise<number[]> {
  assert.equal(await page.evaluate('document.cookie'), '', 'the cookie is not for scripts');
  for (const call of [
    // Reading, and what a browser asks the service about first.
    `fetch('${target}', { credentials: 'include' })`,
    `fetch('${target}', { method: 'DELETE', credentials: 'include' })`,
    `fetch('${target}', { method: 'POST', credentials: 'include', body: '{"name":"Stolen"}',
       headers: { 'content-type': 'application/json', 'x-tollgate-csrf': 'guess' } })`,
  ]) {
    assert.equal(await page.evaluate(`${call}.then(() => 'let in', () => 'kept out')`), 'kept out');
  }
  const blind = `fetch('${target}', { method: 'POST', credentials: 'include', mode: 'no-cors',
    body: '{"name":"Stolen"}' }).then(() => undefined)`;
  const answers: number[] = [];
  for (const post of [blind, 'document.forms[0].submit()']) {
    const answered = page.waitForResponse(
      (answer) => answer.url() === target && answer.request().method() === 'POST',
    );
    await page.evaluate(post);
    answers.push((await answered).status());
  }
  return answers;
}
