// Reads a market's JSON without trusting its shape: missing or wrongly typed fields are undefined.
export type Fields = Readonly<Record<string, unknown>>;

/** Undefined when the text is not a JSON object. */
export function parseFields(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

/** The objects of a list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf).filter((each) => each !== undefined) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
