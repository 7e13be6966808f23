// The table of markets in docs/markets.md, between its marks; the rest of the file is written by hand.
import type { MarketDescription } from '../src/payment/markets/description.ts';
import { MARKETS } from '../src/payment/markets/markets.ts';

const TABLE_PART = /(<!-- markets: .* -->\n).*(<!-- \/markets -->)/s;

const COLUMNS: Readonly<Record<string, (market: MarketDescription) => string>> = {
  '`providerId`': ({ code }) => `\`${code}\``,
  market: ({ name }) => name.en,
  'ids begin with': ({ prefix }) => `\`${prefix}_\``,
  'app named by': ({ identity }) => (identity ? `\`${identity}\`` : '–'),
  orders: ({ orders }) => (orders ? 'yes' : '–'),
  subscriptions: ({ subscriptions }) => (subscriptions ? `by ${subscriptions.id}` : '–'),
  notifications: ({ notices }) => (notices ? `\`/market/v1/${notices.path}/…\`` : '–'),
  'rejects another': ({ strict }) => {
    const compared = Object.entries(strict).filter(([, isStrict]) => isStrict);
    return compared.map(([field]) => field).join(', ') || '–';
  },
};

export function withMarkets(text: string): string {
  if (!TABLE_PART.test(text)) throw new Error('docs/markets.md has no marks for the table.');
  return text.replace(TABLE_PART, (_, begin, end) => `${begin}\n${table()}\n\n${end}`);
}

function table(): string {
  const lines = [
    Object.keys(COLUMNS),
    Object.keys(COLUMNS).map(() => '---'),
    ...MARKETS.map((market) => Object.values(COLUMNS).map((cell) => cell(market))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
