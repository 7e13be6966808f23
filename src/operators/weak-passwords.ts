// Refuses passwords that guessing begins with: common ones, keyboard rows, the product's name, the own e-mail address.

/** The cores of the most common passwords; digits, repeats and signs around them do not make them better. */
const WORDS =
  'password passwort passw0rd letmein welcome administrator admin root user guest login master secret changeme default test testing temp tollgate console ' +
  'qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh zxcvbnm zxcvbn qazwsx wsxedc rfvtgb 1q2w3e4r 1qaz2wsx q1w2e3r4 zaq12wsx abcdefgh abcdef abcd abc ' +
  'iloveyou iloveu love monkey dragon sunshine princess shadow superman batman spiderman pokemon starwars football baseball basketball soccer hockey ' +
  'michael jordan jennifer jessica ashley daniel charlie thomas george andrew joshua matthew robert william nicole hannah maggie ' +
  'trustno one whatever freedom computer internet samsung google facebook microsoft apple android iphone windows linux server database ' +
  'spring summer autumn winter january february march april june july august september october november december monday friday sunday ' +
  'company office manager support service studio player game games gamer steam secure security access private hello world ninja killer hunter ' +
  'cheese banana orange cookie chocolate flower purple yellow green silver golden diamond lovely angel baby blessed jesus happy lucky forever family ' +
  'london paris berlin america korea seoul china russia liverpool chelsea arsenal ranger yankees cowboys mustang ferrari porsche mercedes harley';
const KNOWN = [...new Set(WORDS.split(' '))].sort((one, two) => two.length - one.length);

/** Letters that people replace by signs, and back. */
const SIGNS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '0': 'o', '3': 'e' };

/** What must be left of a password without its known parts. */
const LEAST_OWN = 5;

/** Why the password must not be used, or undefined. */
export function passwordProblem(password: string, email: string): string | undefined {
  const text = password.normalize('NFKC').toLowerCase();
  const own = email.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const parts = own.filter((part) => part.length >= 3);
  if (ownLength(text, parts) >= LEAST_OWN && ownLength(undisguised(text), parts) >= LEAST_OWN) {
    return undefined;
  }
  return 'This password is easy to guess: it is common, or made of your e-mail address or the name of the product. Choose another one, such as four random words.';
}

const undisguised = (text: string): string =>
  [...text].map((character) => SIGNS[character] ?? character).join('');

/** How many different letters are left without known words, digits, signs and the parts of the address. */
function ownLength(text: string, parts: readonly string[]): number {
  const letters = [...KNOWN, ...parts].reduce((left, word) => left.replaceAll(word, ' '), text);
  return new Set(letters.replace(/[^\p{L}]/gu, '')).size;
}
