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
  // A word of each kind that people choose.
  'dragon-dragon-12',
  'jennifer-jennifer',
  'microsoft-2026!',
  'september-2026!',
  'manager-studio-1',
  'chocolate-2026!',
  'liverpool-2026!',
  // Only with signs instead of letters: a, s, i, o, e.
  'b@n@n@-b@n@n@',
  '$un$hine-$un$hine',
  'ch@rlie-ch@rlie',
  'w3lcome-w3lcome',
  'm!chael-m!chael',
  'ch0c0late-ch0c0late',
  'ch33s3-ch33s3',
  // Four letters of one's own, however often.
  'wxyz-wxyz-2026',
  'dragon-wxyz-2026',
  // The long word first: of "administrator" nothing is left.
  'administrator-99',
  // Full-width letters are letters.
  'ｐａｓｓｗｏｒｄ１２３４',
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
  // Five letters of one's own.
  'vwxyz-vwxyz-1124',
  // Parts of the address that are shorter than three letters are no parts.
  'kxmzvq-kxmzvq',
]) {
  test(`${password} is fine`, () => assert.equal(passwordProblem(password, EMAIL), undefined));
}

test('the sentence says what to do', () => {
  assert.equal(
    passwordProblem('password1234', EMAIL),
    'This password is easy to guess: it is common, or made of your e-mail address or the name of the product. Choose another one, such as four random words.',
  );
});

test('parts of the address count from three letters on', () => {
  assert.equal(passwordProblem('abxyzuvw-abxyzuvw', 'ab@xy.zu'), undefined);
  assert.notEqual(passwordProblem('kim-vwxy-kim-vwxy', EMAIL), undefined);
  assert.equal(passwordProblem('kim-vwxy-kim-vwxy', 'ki@m.example'), undefined);
});
