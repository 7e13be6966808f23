// The beginning of a text of others, as both databases can store it.

/** At most `bytes` of UTF-8. NUL, which PostgreSQL cannot store, and half characters are replaced. */
export const textStart = (text: string, bytes: number): string =>
  Buffer.from(text).subarray(0, bytes).toString('utf8').replaceAll('\0', '\ufffd');
