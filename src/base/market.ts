// The codes of the markets: `providerId` of the interface.

export type Market = 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG' | 'ONESTORE' | 'AMAZON' | 'SAMSUNG';
