// The service is there: health, and which half answers an unknown path how.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { read } from './client.ts';

describe('the service', () => {
  test('is live and ready', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      assert.equal((await read(path)).status, 200, path);
    }
  });

  test('publishes its reference', async () => {
    const { status, headers } = await read('/docs/api');
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
  });
});
