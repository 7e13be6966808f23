// What `npm start` prints: every address, who signs in to the console, and no password.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { welcome } from '../src/welcome.ts';

const world = (url: string) => ({
  url,
  appid: 'com.example.game',
  game_index: 1001,
  service_certification_key: 'tgk_key',
  client_id: 'client',
  client_secret: 'secret',
});

test('the greeting names every address and the first call', () => {
  const text = welcome({
    production: world('http://localhost:8080'),
    sandbox: world('http://localhost:8081'),
    emulator: { url: 'http://localhost:9090' },
    console: {
      url: 'http://localhost:8080/console',
      email: 'admin@tollgate.local',
      password: 'not to be shown',
    },
    admin_token: 'tga_not_to_be_shown',
  });
  assert.deepEqual(text.split('\n').slice(0, 11), [
    '',
    '  Tollgate is running.',
    '',
    '  production   http://localhost:8080',
    '  sandbox      http://localhost:8081',
    '  console      http://localhost:8080/console',
    '  reference    http://localhost:8080/docs',
    '  emulator     http://localhost:9090',
    '',
    '  Sign in to the console as admin@tollgate.local; the password is in demo.json.',
    '',
  ]);
  assert.match(text, /curl -s http:\/\/localhost:8080\/game\/block\/type\/get/);
  assert.doesNotMatch(text, /not.to.be.shown/);
});
