// How the SDK makes a call, for the API reference: by operation. A test compiles every one of them.

const CLIENT = `import { createTollgate } from '@tollgate/server';

const tollgate = createTollgate({
  url: 'https://tollgate.example.com',
  appId: 'com.tollgate.demo',
  clientId: process.env.TOLLGATE_CLIENT_ID ?? '',
  clientSecret: process.env.TOLLGATE_CLIENT_SECRET ?? '',
});
`;
const KEY_CLIENT = `import { createRestrictionsV1 } from '@tollgate/server';

const restrictions = createRestrictionsV1({
  url: 'https://tollgate.example.com',
  appId: 'com.tollgate.demo',
  certificationKey: process.env.TOLLGATE_CERTIFICATION_KEY ?? '',
});
`;
const CHECKED = `
if (!result.ok) throw new Error(\`\${result.error.code}: \${result.error.message}\`);
console.log(result.data);`;

const call = (expression: string, client = CLIENT): string =>
  `${client}const result = await ${expression};${CHECKED}\n`;

const TYPE = `{
  typeStatus: 'N',
  typeName: '불법 프로그램',
  typeEnName: 'Illegal program',
  reasons: [
    { language: 'ko', title: '이용 제한', reason: '불법 프로그램 사용' },
    { language: 'en', title: 'Access restricted', reason: 'Use of an illegal program.' },
  ],
}`;
const RESTRICTION = `{
  playerId: 10000000123n,
  status: 'B',
  blockType: 1,
  startDate: '2026-11-15 00:00:00',
  endDate: '2099-12-15 00:00:00',
}`;

const IN_CHAT = RESTRICTION.replace('{', "{\n  scope: 'chat',");

const SAMPLES: Readonly<Record<string, string>> = {
  'v2.block.type.set': call(`tollgate.restrictions.types.set(${TYPE})`),
  'v2.block.type.get': call(`tollgate.restrictions.types.get({ language: 'en' })`),
  'v2.block.type.delete': call(`tollgate.restrictions.types.delete({ blockType: 1 })`),
  'v2.block.set': call(`tollgate.restrictions.set(${RESTRICTION})`),
  'v2.block.delete': call('tollgate.restrictions.delete({ playerId: 10000000123n })'),
  'v2.block.get': call('tollgate.restrictions.get({ playerId: 10000000123n })'),
  'v2.block.scope.set': call(`tollgate.restrictions.scope.set(${IN_CHAT})`),
  'v2.block.scope.delete': call(
    `tollgate.restrictions.scope.delete({ playerId: 10000000123n, scope: 'chat' })`,
  ),
  'v2.block.scope.get': call(
    `tollgate.restrictions.scope.get({ playerId: 10000000123n, scope: 'chat' })`,
  ),
  'v2.block.appeal': call(
    `tollgate.restrictions.appeal({ playerId: 10000000123n, text: 'It was my brother.' })`,
  ),
  'v2.block.history': call('tollgate.restrictions.history({ playerId: 10000000123n, size: 20 })'),
  'v2.block.bulk.set': call(`tollgate.restrictions.bulkSet([${RESTRICTION}])`),
  'v2.block.bulk.delete': call('tollgate.restrictions.bulkDelete([{ playerId: 10000000123n }])'),
  'block.type.set': call(`restrictions.types.set(${TYPE})`, KEY_CLIENT),
  'block.type.get': call(`restrictions.types.get({ language: 'en' })`, KEY_CLIENT),
  'block.type.delete': call('restrictions.types.delete({ blockType: 1 })', KEY_CLIENT),
  'block.set': call(`restrictions.set(${RESTRICTION})`, KEY_CLIENT),
  'block.delete': call('restrictions.delete({ playerId: 10000000123n })', KEY_CLIENT),
  login: call('tollgate.players.login({ playerId: 10000000123n })'),
  logout: call('tollgate.players.logout({ playerId: 10000000123n })'),
  'purchase.verify': call(`tollgate.purchases.verify({
  providerId: 'APPLE',
  serviceReceipt: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…',
  productId: 'gems.100',
  accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  requestType: 1,
})`),
  'item.result': call(`tollgate.purchases.result({ serviceTransactionId: 'AP_1', result: 1 })`),
  'purchase.history': `${CLIENT}const range = { startDate: '2026-11-01T00:00:00Z', endDate: '2026-11-30T23:59:59Z' };
const query = { providerId: 'APPLE', ...range } as const;
for await (const purchase of tollgate.purchases.transactions(query)) {
  console.log(purchase.storeTransactionId, purchase.purchaseAmount);
}
`,
  'subscription.verify': call(`tollgate.subscriptions.verify({
  providerId: 'APPLE',
  serviceReceipt: 'eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…',
  accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
  country: 'KR',
  language: 'ko',
  requestType: 1,
})`),
  'subscription.status': call(`tollgate.subscriptions.status({
  accountUuid: '7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10',
})`),
};

/** In the form that other reference pages know, too. */
export function sdkSamples(operation: string | undefined): object {
  const source = SAMPLES[operation ?? ''];
  return source === undefined
    ? {}
    : { 'x-codeSamples': [{ lang: 'TypeScript', label: 'SDK', source }] };
}
