// Which passwords are easy to guess.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordProblem } from './weak-passwords.ts';

const EMAIL = 'mina.kim@sunrise-games.example';

for (const password of [
  'password1234',
  'P@$$w0rd!2026',
  'passwordpassword',
  'qwertyuiop123',
  '1q2w3e4r5t6y',
  '123456789012',
  'aaaaaaaaaaaa',
  'abcabcabcabc',
  'adminadmin12',
  'Tollgate-2026',
  'letmein letmein',
  'iloveyou2026',
  'mina.kim@sunrise-games.example',
  'minakim-2026!',
  'SunriseGames1',
]) {
  test(`${password} is refused`, () =>
    assert.notEqual(passwordProblem(password, EMAIL), undefined));
}

for (const password of [
  'correct horse battery staple',
  'another long password',
  'a password of my own',
  'Xk2vQ9mLw8Tz',
  '비밀번호는 아무도 모르게',
  'plover-quartz-74-hinge',
]) {
  test(`${password} is fine`, () => assert.equal(passwordProblem(password, EMAIL), undefined));
}
