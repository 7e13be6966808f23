// JSON as people read it. Integers keep all their digits, which a double would not.

const exact = (_key, value, context) =>
  typeof value === 'number' && /^-?\d{16,}$/.test(context?.source ?? '') && JSON.rawJSON
    ? JSON.rawJSON(context.source)
    : value;

export const parse = (text) => JSON.parse(text, exact);

export const print = (value) => JSON.stringify(value, null, 2);

/** The text itself when it is no JSON. */
export function pretty(text) {
  try {
    return print(parse(text));
  } catch {
    return text;
  }
}
