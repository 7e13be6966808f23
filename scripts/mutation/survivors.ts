// Changes of the deciding code that no test has to notice, and why.
import type { Explained } from './explain.ts';

export const EXPLAINED: readonly Explained[] = [
  {
    file: 'src/base/cache.ts',
    changes: ['clearings += 1 → clearings -= 1'],
    why: 'Only whether the number changed is looked at.',
  },
  {
    file: 'src/base/dates.ts',
    changes: ['before === after → false'],
    why: 'A shortcut: without it the same offset is found by asking again.',
  },
  {
    file: 'src/base/dates.ts',
    changes: ['!format → true', 'formats.set(timeZone, format); → ;'],
    why: 'A memory of formats: without it the same is found more slowly.',
  },
  {
    file: 'src/base/dates.ts',
    changes: [
      'parts.find((part) => part.type === type)?.value → parts.find(part => part.type === type).value',
    ],
    why: 'Every format has these parts; the question mark is for the type checker.',
  },
  {
    file: 'src/base/iso-time.ts',
    changes: ['\'\' → "Stryker was here!"'],
    why: 'Replaced before it is read.',
  },
  {
    file: 'src/base/iso-time.ts',
    changes: ['day !== lastDay → true'],
    why: 'A memory of the day: without it the same is found more slowly.',
  },
  {
    file: 'src/payment/markets/google/actions.ts',
    changes: ["action.kind === 'refund' → true"],
    why: 'Only a refund has an amount.',
  },
  {
    file: 'src/payment/markets/steam/actions.ts',
    changes: ["action.kind === 'refund' → true"],
    why: 'Only a refund has an amount.',
  },
  {
    file: 'src/payment/markets/apple/actions.ts',
    changes: ["action.kind !== 'extend' → false"],
    why: 'Nothing else has days at the App Store, so no end is late enough.',
  },
  {
    file: 'src/payment/markets/google/actions.ts',
    changes: ['\'\' → "Stryker was here!"', '\'\' → "Stryker was here!"'],
    why: 'Without a subscription none of these calls is made, and neither text is a currency.',
  },
  {
    file: 'src/payment/actions/check.ts',
    changes: ['\'\' → "Stryker was here!"'],
    why: 'Neither text is a currency.',
  },
  {
    file: 'src/payment/actions/check.ts',
    changes: [
      'lines.find(({ productId }) => productId === line)?.paid → lines.find(({ productId }) => productId === line).paid',
    ],
    why: 'An unknown line was refused before; the question mark is for the type checker.',
  },
  {
    file: 'src/base/keyring.ts',
    changes: ['[] → ["Stryker was here"]'],
    why: 'A text has no purpose, so that it is no kept key.',
  },
  {
    file: 'src/base/keyring.ts',
    changes: ['a.id < b.id → a.id <= b.id'],
    why: 'A master key has one kept key for each purpose.',
  },
  {
    file: 'src/base/field-errors.ts',
    changes: [
      "errors.some(({ data }) => typeof data === 'bigint') → errors.every(({ data }) => typeof data === 'bigint')",
    ],
    why: 'The errors of a field are about one value.',
  },
  {
    file: 'src/base/validation.ts',
    changes: ['[] → ["Stryker was here"]'],
    why: 'Ajv always lists errors; the empty list is for the type checker.',
  },
  {
    file: 'src/base/validation.ts',
    changes: ['true → false'],
    why: 'Makes Ajv read the value again for the keywords that follow, and none follows.',
  },
  {
    file: 'src/base/validation.ts',
    changes: ['true → false'],
    why: 'The keyword counts by being there, whatever its value.',
  },
  {
    file: 'src/base/validation.ts',
    changes: ['false → true', 'false → true'],
    why: 'Checks of schemas, not of values.',
  },
  {
    file: 'src/base/validation.ts',
    changes: ['known → false', 'compiled.set(key, validate); → ;'],
    why: 'A memory of compiled schemas: without it the same is found more slowly.',
  },
  {
    file: 'src/base/field-errors.ts',
    changes: ['\'dots\' → ""'],
    why: 'Anything but `brackets` means dots.',
  },
  {
    file: 'src/base/vault.ts',
    changes: ['\'\' → "Stryker was here!"', '[] → ["Stryker was here"]'],
    why: 'A text without a form has no id, and is refused before its body is read.',
  },
  {
    file: 'src/base/vault.ts',
    changes: ['{ authTagLength: TAG_BYTES } → {}'],
    why: 'The tag that follows always has this length; named here, Node refuses others as well.',
  },
  {
    file: 'src/base/vault.ts',
    changes: ['{ return undefined; } → {}'],
    why: 'A function that ends gives undefined.',
  },
  {
    file: 'src/http/trusted-proxies.ts',
    changes: ['\'\' → "Stryker was here!"', '[] → ["Stryker was here"]'],
    why: 'Neither is an address.',
  },
  {
    file: 'src/identity/rotation.ts',
    changes: ['90 * 86_400 → 90 / 86_400'],
    why: 'Only in the shape of the API, which is left out.',
  },
  {
    file: 'src/measures/decide/causes.ts',
    changes: ['keyOf(one) < keyOf(other) → keyOf(one) <= keyOf(other)'],
    why: 'A purchase is one cause.',
  },
  {
    file: 'src/measures/decide/causes.ts',
    changes: ['[] → ["Stryker was here"]', '[] → ["Stryker was here"]'],
    why: 'A text has no moment, so that it is too old.',
  },
  {
    file: 'src/measures/decide/causes.ts',
    changes: ['steps[step]?.period_days → steps[step].period_days'],
    why: 'A rule that restricts has steps; the question mark is for the type checker.',
  },
  {
    file: 'src/measures/decide/decide.ts',
    changes: ['[] → ["Stryker was here"]'],
    why: 'A rule that restricts has steps; the empty list is for the type checker.',
  },
  {
    file: 'src/operators/totp.ts',
    changes: ['[] → ["Stryker was here"]', '[] → ["Stryker was here"]'],
    why: 'For a secret without letters, which is never made.',
  },
  {
    file: 'src/operators/totp.ts',
    changes: ['current + drift → current - drift'],
    why: 'The steps before and after are tried both ways.',
  },
  {
    file: 'src/operators/weak-passwords.ts',
    changes: [
      "[...new Set(WORDS.split(' '))].sort((one, two) => two.length - one.length) → [...new Set(WORDS.split(' '))]",
      '(one, two) => two.length - one.length → () => undefined',
      'two.length - one.length → two.length + one.length',
    ],
    why: 'The list already has longer words before their beginnings; the order keeps it so when words are added.',
  },
  {
    file: 'src/operators/weak-passwords.ts',
    changes: ['/[^\\p{L}\\p{N}]+/u → /[^\\p{L}\\p{N}]/u'],
    why: 'Empty parts are shorter than three letters and are dropped.',
  },
  {
    file: 'src/operators/weak-passwords.ts',
    changes: ['\' \' → ""'],
    why: 'Letters beside a removed word may join to another known word: stricter, never weaker.',
  },
  {
    file: 'src/outbox/receiver-rules.ts',
    changes: ['[] → ["Stryker was here"]'],
    why: 'One more text that is not the secret.',
  },
  {
    file: 'src/outbox/relay/address-guard.ts',
    changes: ['family !== 6 → false'],
    why: 'Text that is no address is in no list of addresses.',
  },
  {
    file: 'src/outbox/relay/address-guard.ts',
    changes: ['\'ipv6\' → ""', '\'ipv6\' → ""'],
    why: 'Node takes every family but ipv4 for ipv6.',
  },
  {
    file: 'src/outbox/relay/address-guard.ts',
    changes: ['/^\\[|\\]$/g → /^\\[|\\]/g'],
    why: 'A bracket in the middle is no address with and without it.',
  },
  {
    file: 'src/outbox/relay/schedule.ts',
    changes: ['header === undefined → false'],
    why: 'A missing header is neither a number nor a date.',
  },
  {
    file: 'src/payment/ledger/cancellation.ts',
    changes: ['id === undefined → false'],
    why: 'A cycle always has a subscription; the check is for the type checker.',
  },
  {
    file: 'src/payment/ledger/events.ts',
    changes: ['before === after → false'],
    why: 'A shortcut: the same row shows the same.',
  },
  {
    file: 'src/payment/ledger/subscriptions.ts',
    changes: ['state.replaces === null → false'],
    why: 'There is no subscription without an id.',
  },
  {
    file: 'src/payment/ledger/subscriptions.ts',
    changes: ['cycle?.cancel_state → cycle.cancel_state'],
    why: 'A cycle that was recorded is there; the question mark is for the type checker.',
  },
  {
    file: 'src/payment/ledger/subscriptions.ts',
    changes: ['source.claim?.accountUuid.toLowerCase() → source.claim?.accountUuid.toUpperCase()'],
    why: 'Only whether there is an account is looked at; the claim brings its own spelling.',
  },
  {
    file: 'src/payment/ledger/subscriptions.ts',
    changes: ['\'\' → "Stryker was here!"'],
    why: 'Neither is an account.',
  },
  {
    file: 'src/payment/ledger/subscriptions.ts',
    changes: ['cycle?.payload → cycle.payload'],
    why: 'Only known cycles are in the list; the question mark is for the type checker.',
  },
  {
    file: 'src/payment/markets/apple/ocsp.ts',
    changes: ['\'\' → "Stryker was here!"'],
    why: 'This text is no address either.',
  },
  {
    file: 'src/payment/markets/apple/ocsp.ts',
    changes: [
      '!serial || !subject || !key → (!serial || !subject) && !key',
      '!serial || !subject → false',
      '!serial || !subject → !serial && !subject',
      '!data || !algorithm → false',
      '!data || !algorithm → !data && !algorithm',
    ],
    why: 'Elements stand in order: where the last is, those before it are. They are named for the type checker.',
  },
  {
    file: 'src/payment/markets/apple/ocsp.ts',
    changes: ['nextUpdate !== undefined → true'],
    why: 'No number is greater than undefined; named for the type checker.',
  },
  {
    file: 'src/payment/markets/apple/certificates.ts',
    changes: ['key.asymmetricKeyDetails?.namedCurve → key.asymmetricKeyDetails.namedCurve'],
    why: 'A key of a certificate has details; the question mark is for the type checker.',
  },
  {
    file: 'src/payment/markets/apple/certificates.ts',
    changes: ['{ // A certificate that cannot be read. return undefined; } → {}'],
    why: 'A function that ends gives undefined.',
  },
  {
    file: 'src/payment/markets/apple/certificates.ts',
    changes: ['\'any\' → ""'],
    why: 'Only the check of the chain is used, which does not look at the bundle.',
  },
  {
    file: 'src/payment/markets/apple/chain.ts',
    changes: ['\'63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179\' → ""'],
    why: "The fingerprint of Apple's own root: nobody else can sign under it. A receipt of the App Store notices.",
  },
  {
    file: 'src/payment/markets/apple/chain.ts',
    changes: ['\'latin1\' → ""'],
    why: 'The text is plain ASCII, the same in every encoding.',
  },
  {
    file: 'src/payment/markets/apple/chain.ts',
    changes: [
      '!known → known',
      '!known → true',
      '!known → false',
      'signedHeaders.set(header, signer); → ;',
    ],
    why: 'A memory of headers: without it the chain is found by its certificates, more slowly.',
  },
  {
    file: 'src/payment/markets/apple/revocation.ts',
    changes: ["typeof currency !== 'string' → false"],
    why: 'What is no text is no currency, and has no digits; the check is for the type checker.',
  },
  {
    file: 'src/payment/markets/apple/transaction.ts',
    changes: ['\'Auto-Renewable Subscription\' → ""'],
    why: 'Compared where subscriptions are read; the tests with the emulator notice.',
  },
  {
    file: 'src/payment/markets/circuit-breaker.ts',
    changes: ['clearTimeout(timer); → ;'],
    why: 'Who was answered is answered once; a second answer changes nothing.',
  },
  {
    file: 'src/payment/markets/custom/answers.ts',
    changes: [
      '/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$/ → /^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z/',
    ],
    why: 'A time with something behind it cannot be read anyway.',
  },
  {
    file: 'src/payment/markets/fields.ts',
    changes: ['{ return undefined; } → {}'],
    why: 'A function that ends gives undefined.',
  },
  {
    file: 'src/payment/markets/google/receipt.ts',
    changes: ['known → false', 'keys.set(licenceKey, key); → ;'],
    why: 'A memory of parsed keys: without it the same is found more slowly.',
  },
  {
    file: 'src/payment/markets/google/refunds.ts',
    changes: ['[] → ["Stryker was here"]'],
    why: 'A text has no state, as if nothing was shown.',
  },
  {
    file: 'src/payment/markets/google/time.ts',
    changes: ['\'\' → "Stryker was here!"'],
    why: 'Neither is a time.',
  },
  {
    file: 'src/payment/orders/seal.ts',
    changes: ['bytes.length <= NONCE_BYTES + TAG_BYTES → bytes.length < NONCE_BYTES + TAG_BYTES'],
    why: 'An order without content is no JSON, and is refused a few lines later.',
  },
  {
    file: 'src/payment/orders/seal.ts',
    changes: ['{ return undefined; } → {}'],
    why: 'A function that ends gives undefined.',
  },
  {
    file: 'src/payment/rules.ts',
    changes: ['{ product: false, price: false } → {}'],
    why: 'A missing rule compares nothing, as false does.',
  },
  {
    file: 'src/payment/rules.ts',
    changes: ['\'Google Play\' → ""', '\'Steam\' → ""'],
    why: 'Their prices are not compared, so that the name is never written.',
  },
  {
    file: 'src/restriction/rules.ts',
    changes: ['\'\' → "Stryker was here!"'],
    why: 'Shorter than any limit.',
  },
  {
    file: 'src/restriction/rules.ts',
    changes: ['\'utf8\' → ""'],
    why: 'The default of Node.',
  },
  {
    file: 'src/payment/disputes/draft.ts',
    changes: ['\'en\' → ""'],
    why: 'There is no such language, so that English is taken.',
  },
  {
    file: 'src/payment/disputes/draft.ts',
    changes: ['only?.chargeId → only.chargeId'],
    why: 'There is exactly one; the question mark is for the type checker.',
  },
  {
    file: 'src/payment/disputes/summaries.ts',
    changes: ['reason !== null → true'],
    why: 'No summary is called `null`; the comparison is for the type checker.',
  },
  {
    file: 'src/payment/disputes/facts.ts',
    changes: ['one < other → one <= other'],
    why: 'A currency has one sum.',
  },
  {
    file: 'src/payment/markets/pg/stripe/evidence.ts',
    changes: ['[...TEXT_FIELDS, ...FILE_FIELDS] → []'],
    why: 'Only in the shape of the API, which is left out.',
  },
];
