// A store's channels: each at one payment provider, live or for tests, with what that provider needs.

export const payMethods = ['CARD', 'EASY_PAY', 'TRANSFER', 'MOBILE', 'VIRTUAL_ACCOUNT'] as const;
export type PayMethod = (typeof payMethods)[number];

export type CustomerField = 'fullName' | 'phoneNumber' | 'email';

export interface Channel {
  key: string;
  id: string;
  /** Whether it takes real money. */
  type: 'LIVE' | 'TEST';
  pgProvider: 'TOSSPAYMENTS' | 'INICIS_V2' | 'KAKAOPAY' | 'NAVERPAY';
  payMethods: readonly PayMethod[];
  /** Without these the provider refuses to open its window. */
  customerFields: readonly CustomerField[];
}

const kinds = [
  { name: '', pgProvider: 'TOSSPAYMENTS', payMethods, customerFields: [] },
  {
    name: 'inicis-',
    pgProvider: 'INICIS_V2',
    payMethods,
    customerFields: ['fullName', 'phoneNumber', 'email'],
  },
  { name: 'kakaopay-', pgProvider: 'KAKAOPAY', payMethods: ['EASY_PAY'], customerFields: [] },
  { name: 'naverpay-', pgProvider: 'NAVERPAY', payMethods: ['EASY_PAY'], customerFields: [] },
] as const;

/** Every store has all of them, live and test, side by side. */
const channels: readonly Channel[] = (['LIVE', 'TEST'] as const).flatMap((type) =>
  kinds.map(({ name, ...kind }) => ({
    ...kind,
    key: `channel-key-${name}${type.toLowerCase()}`,
    id: `channel-id-${name}${type.toLowerCase()}`,
    type,
  })),
);

export const findChannel = (key: string | undefined): Channel | undefined =>
  channels.find((channel) => channel.key === key);

/** Providers of cards sell the easy pay of others, and must be told which. */
export const sellsOthers = ({ pgProvider }: Channel): boolean =>
  pgProvider === 'TOSSPAYMENTS' || pgProvider === 'INICIS_V2';

/** Where nobody chose: the first of that type. */
export const defaultChannel = (type: Channel['type']): Channel =>
  channels.find((channel) => channel.type === type) as Channel;
