// PlayFab: bans of its API, player profiles of a segment, purchases of its events and inventories.

import { type Fields, fieldsOf } from './records.ts';
import type { Converted } from './shape.ts';
import { defined, instantIn, isEmpty, listIn, problem, textIn } from './values.ts';

const LISTS = ['BanData', 'Transactions'] as const;

/** The items of an answer, with or without its envelope. */
export function playfabItems(fields: Fields): readonly Fields[] {
  const inner = fieldsOf(fields.data) ?? fields;
  const list = LISTS.find((name) => Array.isArray(inner[name]));
  if (!list) return [inner];
  // Nobody is named in a list of transactions; who asked for it may have added the player.
  const { PlayFabId, player_id } = fields;
  const owner = defined({ PlayFabId, player_id });
  return listIn(inner[list]).map((item) => ({ ...owner, ...item }));
}

/** By its own name, or in lower case as the header of a table has it. */
const cellOf = (fields: Fields, name: string): unknown =>
  fields[name] ?? fields[name.toLowerCase()];

const playerIn = (fields: Fields): unknown =>
  ['player_id', 'PlayFabId', 'EntityId', 'PlayerId']
    .map((name) => cellOf(fields, name))
    .find((each) => !isEmpty(each));

export function readPlayfabBan(fields: Fields): Converted {
  const active = cellOf(fields, 'Active');
  const until = cellOf(fields, 'Expires') ?? cellOf(fields, 'BannedUntil');
  const isProfile = active === undefined;
  if (String(active).toLowerCase() === 'false' || (isProfile && isEmpty(until))) return 'skip';
  const player_id = playerIn(fields);
  if (player_id === undefined)
    return problem('PlayFabId', 'The ban names no player. Tollgate does not ban IP addresses.');
  const reason = textIn(cellOf(fields, 'Reason'));
  const end = isEmpty(until) ? undefined : instantIn(until);
  const isForever = end === undefined || String(end).startsWith('9999');
  const { block_type, type_en_name } = fields;
  return {
    fields: defined({
      player_id,
      status: isForever ? 'P' : 'B',
      block_type,
      type_en_name,
      type_hint: reason,
      start_date: isEmpty(cellOf(fields, 'Created'))
        ? undefined
        : instantIn(cellOf(fields, 'Created')),
      end_date: isForever ? undefined : end,
      comment: reason,
    }),
  };
}

const MARKETS = [
  [/apple|itunes/i, 'APPLE'],
  [/google/i, 'GOOGLE'],
  [/steam/i, 'STEAM'],
] as const;

const EVENT = 'player_realmoney_purchase';

export function readPlayfabPurchase(fields: Fields): Converted {
  const redeemed = fieldsOf(fields.RedeemDetails);
  if (redeemed) {
    const { Marketplace, MarketplaceTransactionId, OfferId } = redeemed;
    return purchaseOf(fields, Marketplace, MarketplaceTransactionId, OfferId);
  }
  if (fields.EventName === EVENT || fields.PurchasedProduct !== undefined) {
    const products = fields.PurchasedProduct;
    const [product, another] = Array.isArray(products) ? products : [products];
    if (another !== undefined)
      return problem(
        'PurchasedProduct',
        'A purchase of several products has no single product_id.',
      );
    return purchaseOf(fields, fields.PaymentProvider, fields.TransactionId, product);
  }
  return 'skip';
}

function purchaseOf(fields: Fields, market: unknown, id: unknown, product_id: unknown): Converted {
  const provider = MARKETS.find(([pattern]) => pattern.test(String(market)))?.[1];
  if (!provider)
    return problem('provider', `Tollgate has no market for ${market ?? 'this purchase'}.`);
  const transaction = textIn(id);
  const isToken = provider === 'GOOGLE' && !/^GPA\./.test(transaction ?? '');
  return {
    fields: defined({
      provider,
      [isToken ? 'purchase_token' : 'store_transaction_id']: transaction,
      product_id,
      player_id: playerIn(fields),
      account_uuid: fields.account_uuid,
      purchase_date: isEmpty(fields.Timestamp) ? undefined : instantIn(fields.Timestamp),
    }),
  };
}
