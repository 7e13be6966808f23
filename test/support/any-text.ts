// Texts of any characters, for properties of what reads text.
import fc from 'fast-check';

const LAST = 0x10_ff_ff;
const FIRST_SURROGATE = 0xd8_00;
const SURROGATES = 0x8_00;

/** By their number. The unit 'binary' of fast-check lists all characters, and keeps 90 MB of them for the whole process. */
const character = fc
  .nat(LAST - SURROGATES)
  .map((code) => String.fromCodePoint(code < FIRST_SURROGATE ? code : code + SURROGATES));

export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) });
