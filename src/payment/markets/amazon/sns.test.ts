// Which hosts are Amazon's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostsLike } from './sns.ts';

test('certificates and confirmations lie at SNS, in any region', () => {
  const isAmazons = hostsLike('https://sns.us-east-1.amazonaws.com');
  for (const [address, expected] of [
    ['https://sns.us-east-1.amazonaws.com/x.pem', true],
    ['https://sns.ap-northeast-2.amazonaws.com/x.pem', true],
    ['http://sns.us-east-1.amazonaws.com/x.pem', false],
    ['https://sns.us-east-1.amazonaws.com:8443/x.pem', false],
    ['https://sns.us-east-1.amazonaws.com.example.com/x.pem', false],
    ['https://sns.us-east-1.amazonaws.com@example.com/x.pem', false],
    ['https://user@sns.us-east-1.amazonaws.com/x.pem', false],
    ['https://:word@sns.us-east-1.amazonaws.com/x.pem', false],
    ['https://s3.us-east-1.amazonaws.com/x.pem', false],
    ['https://bucket.sns.us-east-1.amazonaws.com/x.pem', false],
    ['https://sns.amazonaws.com/x.pem', false],
    ['https://example.com/sns.us-east-1.amazonaws.com/x.pem', false],
    ['no address', false],
  ] as const) {
    assert.equal(isAmazons(address), expected, address);
  }
});

test('with another host set, only that one', () => {
  const isOurs = hostsLike('http://127.0.0.1:9/amazon/sns');
  assert.equal(isOurs('http://127.0.0.1:9/amazon/sns/x.pem'), true);
  assert.equal(isOurs('http://127.0.0.1:10/amazon/sns/x.pem'), false);
  assert.equal(isOurs('https://sns.us-east-1.amazonaws.com/x.pem'), false);
});
