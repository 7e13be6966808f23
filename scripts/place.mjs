// Where the joined dependencies are. A file of its own, because every program reads it first.
export const JOINED = 'node_modules/.cache/joined';
/** Which file holds which dependency, and what they were made from. */
export const INDEX = 'index.json';
