// Guesses of appeal codes, as somebody makes them who has a code of their own and knows how it is written.
import { seeded } from '../prove/seeded.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters behind the support code. */
export const PROOF = 15;

/** From the code of one player, guesses at those of others. Every second comes from the same address, the others each from a network of its own. */
export function* guessesFrom(
  code: string,
  others: readonly string[],
  count: number,
): Generator<{ readonly code: string; readonly address: string }> {
  const random = seeded(1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const proof = code.slice(-PROOF);
  const anyProof = () => Array.from({ length: PROOF }, () => ALPHABET[below(32)]).join('');
  for (let number = 0; number < count; number += 1) {
    const support = others[number % others.length] as string;
    const at = below(PROOF);
    const guesses = [
      `${support}-${anyProof()}`,
      // The own proof, and the own proof with another letter.
      `${support}-${proof}`,
      `${support}-${proof.slice(0, at)}${ALPHABET[below(32)]}${proof.slice(at + 1)}`,
      `${support}-${'0'.repeat(PROOF - 1)}${ALPHABET[number % 32]}`,
    ];
    const address =
      number % 2 === 0 ? '203.0.113.7' : `2001:db8:${(number % 50_000).toString(16)}::1`;
    yield { code: guesses[number % guesses.length] as string, address };
  }
}
