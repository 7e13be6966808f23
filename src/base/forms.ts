// Says in words what each pattern of a request asks for: a regular expression says little to callers.

const CURSOR = 'must be `next` of the previous page';
const UUID = 'must be a UUID';
const EMAIL = 'must be an e-mail address';
const ASCII = 'ASCII characters without spaces';
const ID = 'letters, digits, underscores or hyphens';
const DOTTED_ID = 'letters, digits, dots, underscores or hyphens';

/** Keyed by the pattern as it stands in the schema. A test finds patterns that are missing here. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', UUID],
  ['^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$', UUID],
  ['^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$', UUID],
  ['^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', UUID],
  ['^[0-9A-Fa-f]{64}$', 'must be a SHA-256 hash of 64 hexadecimal digits'],
  [
    '^((…)_[0-9]{1,15}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
    'must be a service transaction id: AP_12, or the UUID of a subscription',
  ],
  [String.raw`^H?\d{1,25}$`, 'must be an order number: digits, with H before them for PG'],
  ['^msg_[0-9a-f-]{36}$', 'must be a message id: msg_ and a UUID'],
  [String.raw`^[1-9]\d{0,18}$`, 'must be an integer from 1 to 9223372036854775807'],
  ['^[A-Za-z0-9._-]{1,100}$', `must be 1 to 100 ${DOTTED_ID}`],
  ['^[A-Za-z0-9._-]{1,255}$', `must be 1 to 255 ${DOTTED_ID}`],
  ['^[A-Za-z0-9_-]{1,100}$', `must be 1 to 100 ${ID}`],
  [String.raw`^[\w-]{1,100}$`, `must be 1 to 100 ${ID}`],
  ['^[A-Za-z0-9_-]{22}$', `must be 22 ${ID}`],
  [
    '^[A-Z_]{1,50}/[A-Z_]{1,50}$',
    'must be a category type and id in upper-case letters, such as ETC/ETC',
  ],
  [
    '^[a-z][a-z0-9_]{0,29}$',
    'must be 1 to 30 lower-case letters, digits or underscores, beginning with a letter',
  ],
  ['^[a-z0-9-]{1,30}$', 'must be 1 to 30 lower-case letters, digits or hyphens'],
  ['^[a-z_]{1,50}$', 'must be 1 to 50 lower-case letters or underscores'],
  [String.raw`^[a-z-]+(\.[a-z-]+)*$`, 'must be lower-case words with dots between them'],
  [
    '^(restriction|purchase)(:[a-z0-9][a-z0-9-]{0,31})?$',
    'must be restriction or purchase, or one of them with the name of a receiver, such as purchase:analytics',
  ],
  [
    '^restriction(:[a-z0-9][a-z0-9-]{0,31})?$',
    'must be restriction, or restriction with the name of a receiver, such as restriction:eu',
  ],
  [
    String.raw`^([a-z_]{1,50}\.([a-z_]{1,50}|\*))?$`,
    'must be a type of event, such as purchase.refunded, or several, such as subscription.*',
  ],
  ['^[A-Z_]{0,30}$', 'must be at most 30 upper-case letters or underscores, such as GOOGLE'],

  [String.raw`^[^\s@\x00-\x1f\x7f]+@[^\s@\x00-\x1f\x7f]+$`, EMAIL],
  [String.raw`^[^\s@]+@[^\s@]+\.[^\s@]+$`, EMAIL],
  [String.raw`^\+?[0-9][0-9 -]{6,18}$`, 'must be a phone number, such as +82 10-1234-5678'],
  ['^[1-9][0-9]{0,19}$', 'must be a SteamID: up to 20 digits'],
  ['^([0-9A-Fa-f]{2}){1,2048}$', 'must be a ticket in hexadecimal digits'],
  ['^[A-Za-z]{2}$', 'must be a country code of two letters, such as KR'],
  ['^[a-z]{2}(-[A-Za-z]{2,4})?$', 'must be a language code, such as ko or zh-Hant'],
  ['^[A-Z]{2}$', 'must be a country code of two upper-case letters, such as KR'],
  ['^[A-Z]{3}$', 'must be a currency code of three upper-case letters, such as USD'],
  [
    String.raw`^\d{1,12}(\.\d{1,4})?$`,
    'must be a number such as 9.99, with at most 12 digits before and 4 after the point',
  ],
  [
    String.raw`^\d{1,12}(\.\d{1,6})?$`,
    'must be a number such as 9.99, with at most 12 digits before and 6 after the point',
  ],
  [
    String.raw`^(rest|prorated|\d{1,15}(\.\d{1,6})?)$`,
    'must be rest, prorated or a number such as 9.99, with at most 15 digits before and 6 after the point',
  ],
  [
    String.raw`^\d{1,15}(\.\d{1,12})?$`,
    'must be a number such as 9.99, with at most 15 digits before and 12 after the point',
  ],
  [String.raw`^\d{4}-\d\d-\d\d$`, 'must be a date such as 2026-11-15'],
  [
    String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$`,
    'must be a date and time with an offset, such as 2026-11-15T12:00:00Z',
  ],
  [
    String.raw`^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d|T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))$`,
    'must be a date and time such as 2026-11-15 00:00:00 or 2026-11-15T12:00:00Z',
  ],

  [String.raw`\S`, 'must not be blank'],
  [String.raw`^(?=.*\S)[^\x00-\x1f\x7f]+$`, 'must not be blank or contain control characters'],
  [String.raw`^[^\x00-\x1f\x7f]{1,300}$`, 'must be 1 to 300 characters without control characters'],
  [String.raw`^[\x20-\x7e]{1,300}$`, 'must be 1 to 300 ASCII characters'],
  [String.raw`^[\x21-\x7e]{0,100}$`, `must be at most 100 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{1,100}$`, `must be 1 to 100 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{8,100}$`, `must be 8 to 100 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{1,200}$`, `must be 1 to 200 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{1,255}$`, `must be 1 to 255 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{1,300}$`, `must be 1 to 300 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{16,512}$`, `must be 16 to 512 ${ASCII}`],
  [String.raw`^([\x21-\x7e]{16,512})?$`, `must be empty or 16 to 512 ${ASCII}`],
  [String.raw`^[\x21-\x7e]{1,2000}$`, `must be a URL of 1 to 2000 ${ASCII}`],
  [String.raw`^[\x21-\x7e]+$`, `must be ${ASCII}`],
  [String.raw`^[\x21-\x7e]*$`, `must be ${ASCII}`],
  ['^https?://', 'must begin with http:// or https://'],
  ['^[^=]+=', 'must be name=value'],

  [String.raw`^\d{1,6}$`, CURSOR],
  [String.raw`^\d{1,16}$`, CURSOR],
  [String.raw`^(\d{1,15})$`, CURSOR],
  [String.raw`^([\x20-\x7e]{1,300})$`, CURSOR],
]);

export const formInWords = (pattern: string): string | undefined =>
  pattern.includes(PAGE_KEY) ? CURSOR : WORDS.get(pattern.replace(PREFIXES, '(…)_'));

/** Only the keys of pages have parts that are joined in this way. */
const PAGE_KEY = ')~(';

/** One for each market. */
const PREFIXES = /\([A-Z|]+\)_/;
