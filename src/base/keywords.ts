// Keywords of our own in schemas, beside the one for 64-bit ids.

/** A JSON integer of any size; beyond 2^53 it becomes the nearest integer that a double holds exactly. */
export const INTEGER_KEYWORD = 'x-integer';
/** A JSON number of any size; a long integer becomes a double. */
export const NUMBER_KEYWORD = 'x-number';
/** Refuses U+0000 in a text, because PostgreSQL cannot store it. Every text has it unless it says false. */
export const STORABLE_KEYWORD = 'x-storable';
