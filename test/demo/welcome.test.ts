// What `npm start` prints: every address that answers, who signs in to the console, and no password.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Environment, readConfig } from '../../src/config.ts';
import { welcome } from '../../src/demo/welcome.ts';

const world = (url: string) => ({
  url,
  appid: 'com.example.game',
  game_index: 1001,
  service_certification_key: 'tgk_key',
  client_id: 'client',
  client_secret: 'secret',
});

const FILE = {
  production: world('http://localhost:8080'),
  sandbox: world('http://localhost:8081'),
  emulator: { url: 'http://localhost:9090' },
  console: {
    url: 'http://localhost:8080/console',
    email: 'admin@tollgate.local',
    password: 'not to be shown',
  },
  admin_token: 'tga_not_to_be_shown',
};

function greeting(env: Environment = {}): string[] {
  const result = readConfig(env, 'demo');
  assert.ok('config' in result);
  return welcome(FILE, result.config).split('\n');
}

const call = (port: number): string[] => [
  '  Paste this into another terminal for a first call:',
  '',
  `  curl -s http://localhost:${port}/game/block/type/get -H 'Content-Type: application/json' -H 'ISCRYPT: 0' \\`,
  '    -d \'{"appid":"com.example.game","service_certification_key":"tgk_key"}\'',
  '',
  '',
];

test('the greeting names every address and the first call', () => {
  assert.deepEqual(greeting(), [
    '',
    '  Tollgate is running.',
    '',
    '  production   http://localhost:8080',
    '  sandbox      http://localhost:8081',
    '  console      http://localhost:8080/console',
    '  docs         http://localhost:8080/docs/',
    '  reference    http://localhost:8080/docs/api',
    '  emulator     http://localhost:9090',
    '',
    '  Sign in to the console as admin@tollgate.local; the password is in data/demo.json.',
    '',
    ...call(8080),
  ]);
});

test('an environment that is off is not named, although the file has its keys', () => {
  assert.deepEqual(greeting({ PORT: 'off', TOLLGATE_DATA: '/srv/demo' }), [
    '',
    '  Tollgate is running.',
    '',
    '  sandbox      http://localhost:8081',
    '  console      http://localhost:8080/console',
    '  docs         http://localhost:8081/docs/',
    '  reference    http://localhost:8081/docs/api',
    '  emulator     http://localhost:9090',
    '',
    '  Sign in to the console as admin@tollgate.local; the password is in /srv/demo/demo.json.',
    '',
    ...call(8081),
  ]);
});

test('a demo that is open to the network says so, in one line', () => {
  for (const host of ['0.0.0.0', '192.168.1.5', '::']) {
    assert.deepEqual(
      greeting({ HOST: host }).filter((line) => !greeting().includes(line)),
      [
        `  Warning: HOST is ${host}, so anyone who can reach that address can read the secrets of this demo.`,
      ],
    );
  }
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    assert.deepEqual(greeting({ HOST: host }), greeting());
});
