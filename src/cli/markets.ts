// tollgate market …, product …
import type { Command } from 'commander';
import { Type } from 'typebox';
import { isRejection } from '../audit/operation.ts';
import { PageQuery } from '../base/paging.ts';
import { MARKET_CODES } from '../payment/markets/markets.ts';
import { GatewayName, notKept, removeFormer } from '../payment/settings/former-gateways.ts';
import {
  listMarkets,
  marketInput,
  readMarket,
  removeMarket,
  setMarket,
} from '../payment/settings/market-settings.ts';
import {
  listProducts,
  ProductId,
  ProductInput,
  readProduct,
  removeProduct,
  setProduct,
} from '../tenants/products.ts';
import { addAppCommand, readDocument, SettingsFile } from './command.ts';
import { readKeyFile } from './key-file.ts';

const MarketName = Type.Enum(MARKET_CODES, {
  description: 'Market.',
});
const KeyFile = Type.Optional(
  Type.String({
    description:
      'Key file as downloaded: SubscriptionKey_….p8 of APPLE or the JSON key of GOOGLE. Alone, it leaves the settings as they are.',
  }),
);
const OneMarket = Type.Object({ market: MarketName });
const OneProduct = Type.Object({ product_id: ProductId });

export function marketCommands(program: Command): void {
  const market = program.command('market').description('market settings and credentials of an app');
  addAppCommand(market, 'set', {
    summary: 'replace the settings of a market; secrets you leave out stay as they are',
    input: Type.Object({
      ...OneMarket.properties,
      settings_file: SettingsFile,
      key_file: KeyFile,
    }),
    args: ['market'],
    async run({ context, actor }, { settings_file: file, key_file, ...place }) {
      if (key_file === undefined) {
        const document = readDocument(marketInput(place.market), file);
        return setMarket(context, actor, { ...document, ...place });
      }
      const key = readKeyFile(place.market, key_file);
      // A key file alone leaves the other settings as they are.
      const document =
        file === undefined
          ? await readMarket(context, place)
          : readDocument(marketInput(place.market), file);
      if (isRejection(document)) return document;
      const settings = { ...document.settings, ...key.settings };
      const sent = 'secrets' in document ? document.secrets : {};
      return setMarket(context, actor, {
        ...place,
        settings,
        secrets: { ...sent, ...key.secrets },
      });
    },
  });
  addAppCommand(market, 'list', {
    summary: 'list the settings of all markets',
    run: ({ context }, input) => listMarkets(context, input.appid),
  });
  addAppCommand(market, 'show', {
    summary: 'show the settings of a market and which secrets are set',
    input: OneMarket,
    args: ['market'],
    run: ({ context }, input) => readMarket(context, input),
  });
  addAppCommand(market, 'remove', {
    summary: 'remove the settings and secrets of a market',
    input: OneMarket,
    args: ['market'],
    async confirm({ context }, input) {
      const found = await readMarket(context, input);
      if (isRejection(found)) return found;
      const secrets = found.secrets_set.length === 0 ? '' : ` (${found.secrets_set.join(', ')})`;
      return {
        lost: `The ${input.market} settings and secrets${secrets} of app ${input.appid} will be deleted, and Tollgate can no longer verify its purchases there.`,
      };
    },
    run: ({ context, actor }, input) => removeMarket(context, actor, input),
  });
  addAppCommand(market, 'remove-former', {
    summary: 'remove the credentials of a former payment gateway',
    input: Type.Object({ gateway: GatewayName }),
    args: ['gateway'],
    async confirm({ context }, input) {
      const found = await readMarket(context, { ...input, market: 'PG' });
      if (isRejection(found)) return found;
      if (!found.former?.some(({ gateway }) => gateway === input.gateway)) return notKept(input);
      return {
        lost: `The credentials of app ${input.appid} at ${input.gateway} will be deleted, and Tollgate can no longer verify orders that were opened there.`,
      };
    },
    run: ({ context, actor }, input) => removeFormer(context, actor, input),
  });
}

export function productCommands(program: Command): void {
  const product = program.command('product').description('products of an app');
  addAppCommand(product, 'set', {
    summary: 'add a product or replace its definition',
    input: Type.Object({ ...OneProduct.properties, settings_file: SettingsFile }),
    args: ['product_id'],
    run: ({ context, actor }, { settings_file: file, ...place }) =>
      setProduct(context, actor, { ...readDocument(ProductInput, file), ...place }),
  });
  addAppCommand(product, 'list', {
    summary: 'list products',
    input: PageQuery,
    run: listProducts,
  });
  addAppCommand(product, 'remove', {
    summary: 'remove a product',
    input: OneProduct,
    args: ['product_id'],
    async confirm({ context }, input) {
      const found = await readProduct(context, input);
      if (isRejection(found)) return found;
      return {
        lost: `Product ${input.product_id} (${found.name}) of app ${input.appid} will be deleted with its prices and descriptions.`,
      };
    },
    run: ({ context, actor }, input) => removeProduct(context, actor, input),
  });
}
