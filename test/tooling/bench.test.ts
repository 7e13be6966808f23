// The bench says what has become worse since the kept run of the same architecture.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuesOf, worseLines } from '../../bench/kept.ts';

const MEASUREMENT = {
  name: 'a-case',
  database: 'postgres',
  perSecond: 800,
  echoPerSecond: 1_000,
  p50: 1,
  p99: 2,
  cpu: 150,
  echoCpu: 100,
  databaseCpu: 50,
  idle: 0.1,
  memory: 100,
  ratio: 0.8,
  target: 0.5,
  peer: { name: 'express', perSecond: 100, cpu: 1, databaseCpu: 1, idle: 0, times: 8 },
} as const;
const FIGURES = [
  { name: 'a rate', value: 10, unit: 'per second', atLeast: 5 },
  { name: 'a time', value: 10, unit: 'ms', atMost: 5 },
  { name: 'not measured here', value: Number.NaN, unit: 'ms', atMost: 5 },
];
const values = valuesOf([MEASUREMENT], FIGURES);

test('ratios to the echo and to the peer, and figures that are numbers', () => {
  assert.deepEqual(
    values.map(({ name, value }) => [name, value]),
    [
      ['a-case, postgres: rate of the echo', 0.8],
      ['a-case, postgres: processor of the echo', 2],
      ['a-case, postgres: rate of express', 8],
      ['a rate', 10],
      ['a time', 10],
    ],
  );
});

test('a quarter more or less is still the same', () => {
  const kept = {
    'a-case, postgres: rate of the echo': 1,
    'a-case, postgres: processor of the echo': 1.6,
    'a rate': 12.5,
    'a time': 8,
  };
  assert.deepEqual(worseLines(values, kept), []);
});

test('what is worse than that is named with its kept value, in whichever direction worse is', () => {
  const kept = {
    'a-case, postgres: processor of the echo': 1.5,
    'a-case, postgres: rate of express': 10.1,
    'a rate': 20,
    'a time': 100,
  };
  assert.deepEqual(worseLines(values, kept), [
    'worse than kept: a-case, postgres: processor of the echo: 2.00 after 1.50',
    'worse than kept: a-case, postgres: rate of express: 8.00 after 10.10',
    'worse than kept: a rate: 10.00 after 20.00',
  ]);
});
