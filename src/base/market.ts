// The codes of the markets, `providerId` of the interface, and the payment gateways behind `PG`.

export type Market =
  | 'APPLE'
  | 'GOOGLE'
  | 'STEAM'
  | 'PG'
  | 'ONESTORE'
  | 'AMAZON'
  | 'SAMSUNG'
  | 'CUSTOM';

export const GATEWAYS = ['STRIPE', 'PORTONE', 'PAYPAL'] as const;
export type GatewayName = (typeof GATEWAYS)[number];
