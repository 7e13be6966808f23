// A value for a schema that has no example: by the name of the field, else by its type.

type Json = Readonly<Record<string, unknown>>;

const TIME = '2026-11-15T12:00:00.000Z';
const UUID = '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10';

/** Values that fit wherever the name occurs. Lists of values go first; a pattern must be met. */
const BY_NAME: Json = {
  account_id: 'acc_5f0c2a',
  account_namespace: UUID,
  action: 'app.create',
  actor: 'admin@example.com',
  address: '203.0.113.7',
  amount: '9.99',
  answer: '{"result_code":0}',
  appid: 'com.tollgate.demo',
  at: TIME,
  bundle_id: 'com.example.game',
  churn: '-9.99',
  churn_rate: '0.0500',
  client_id: 'tgc_5f0c2a',
  client_secret: 'tgs_8Zk3…',
  code: '123456',
  comment: 'Confirmed by support.',
  contraction: '0.00',
  conversion_rate: '0.4000',
  created_by: 'admin@example.com',
  csrf: 'kC0x3V1…',
  currency: 'USD',
  day: '2026-11-15',
  detail: 'What is wrong, and what to do.',
  dimension: 'APPLE',
  disputed: '0.00',
  duration_ms: 84,
  email: 'admin@example.com',
  end_date: '2099-12-15 00:00:00',
  error: null,
  expansion: '5.00',
  game_index: 1001,
  gross: '1198.80',
  hint: 'uRzY',
  invitation_id: 'inv_5f0c2a',
  invited_by: 'admin@example.com',
  issuer: 'https://tollgate.example',
  issuer_id: UUID,
  job_id: 'job_5f0c2a',
  jwks_uri: 'https://tollgate.example/.well-known/jwks.json',
  key: 'tgg_8Zk3Vq1xW0',
  key_hint: 'uRzY',
  key_id: 'key_5f0c2a',
  kid: 'k1',
  language: 'en',
  link: 'https://tollgate.example/console/invitation#…',
  metric: 'purchases',
  month: '2026-11',
  mrr: '499.50',
  name: 'Demo Game',
  net: '1188.81',
  next: null,
  notice_id: UUID,
  orderId: 'H1000000001',
  otpauth_url: 'otpauth://totp/Tollgate:admin@example.com?secret=…',
  package_name: 'com.example.game',
  payUrl: 'https://checkout.stripe.com/c/pay/cs_live_…',
  paid_by: 96,
  per_payer: '3.42',
  player_id: 10_000_000_123,
  price: 9.99,
  productId: 'gems.100',
  product_id: 'gems.100',
  project: 'Demo Game',
  projects: [1001],
  purchaseAmount: '9.99',
  purchaseCurrency: 'USD',
  push_email: 'push@game.iam.gserviceaccount.com',
  quantity: 1,
  rate: '0.00072',
  reason: 'Use of an illegal program.',
  refunded: '9.99',
  repeat_rate: '0.2500',
  reporting: 'USD',
  result_code: 0,
  resurrection: '0.00',
  result_msg: 'SUCCESS',
  revocation_endpoint: 'https://tollgate.example/oauth/revoke',
  server_id: 'asia-1',
  service_account_email: 'verify@game.iam.gserviceaccount.com',
  service_certification_key: 'tgk_8Zk3…',
  serviceReceipt: 'sealed.v1.8Zk3…',
  session_id: 'ses_5f0c2a',
  start_date: '2026-11-15 00:00:00',
  status: 200,
  storeTransactionId: '370000000000001',
  subscription_id: '370000000000001',
  support_code: '1001-4LDQPH7-1',
  target: 'com.tollgate.demo',
  text: 'The market accepted the settings.',
  time_zone: 'Asia/Seoul',
  title: 'Access restricted',
  token: 'tga_8Zk3…',
  token_endpoint: 'https://tollgate.example/oauth/token',
  token_id: 'tok_5f0c2a',
  type_en_name: 'Illegal program',
  type_name: '불법 프로그램',
  url: 'https://game.example/restrictions',
  user_agent: 'Mozilla/5.0',
};

export function sample(schema: Json, name = ''): unknown {
  if (Array.isArray(schema.examples)) return schema.examples[0];
  for (const key of ['default', 'const'] as const) if (key in schema) return schema[key];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const several = (schema.anyOf ?? schema.oneOf ?? []) as readonly Json[];
  if (BY_NAME[name] === null && several.some(({ type }) => type === 'null')) return null;
  if (several[0]) return sample(several[0], name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, each]) => [
          key,
          sample(each, key),
        ]),
      );
    case 'array':
      return schema.items ? [sample(schema.items as Json, name.replace(/s$/, ''))] : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return numberFor(schema, name);
    case 'string':
      return textFor(schema, name);
    default:
      return null;
  }
}

function numberFor(schema: Json, name: string): number {
  const known = BY_NAME[name];
  return typeof known === 'number' ? known : Math.max(Number(schema.minimum ?? 1), 1);
}

function textFor(schema: Json, name: string): string {
  const fits = (text: string) =>
    (schema.pattern === undefined || new RegExp(String(schema.pattern), 'u').test(text)) &&
    text.length >= Number(schema.minLength ?? 0) &&
    text.length <= Number(schema.maxLength ?? Number.POSITIVE_INFINITY);
  const known = BY_NAME[name];
  const candidates = [
    ...(typeof known === 'string' ? [known] : []),
    ...(schema.format === 'uuid' || /uuid/i.test(name) ? [UUID] : []),
    ...(schema.format === 'date-time' || /(_at|Date|^at|^from|^to)$/.test(name) ? [TIME] : []),
    `${name || 'text'}`,
    ...GENERIC,
  ];
  return candidates.find(fits) ?? '';
}

/** For patterns that no name stands for. */
const GENERIC = [
  'https://game.example/shop',
  `msg_${UUID}`,
  '1',
  TIME,
  UUID,
  'AP_1',
  '2026-11-15',
  '123456',
  'a-long-passphrase-of-words',
];
