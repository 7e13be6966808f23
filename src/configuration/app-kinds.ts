// What a configuration file holds of an app: servers, products, restriction types, markets, rules.
import { Type } from 'typebox';
import { invalid, isRejection } from '../audit/operation.ts';
import { checkShape, describeErrors } from '../base/validation.ts';
import { type Rule, RuleInput } from '../measures/rules/rule.ts';
import {
  changeRule,
  createRule,
  deleteRule,
  listRules,
  switchRule,
} from '../measures/rules/rules.ts';
import {
  type DisputeTexts,
  DisputeTextsInput,
  listDisputeTexts,
  removeDisputeTexts,
  setDisputeTexts,
  TextLanguage,
} from '../payment/disputes/texts.ts';
import type { Market } from '../payment/markets/market.ts';
import { MarketName, marketOf } from '../payment/markets/markets.ts';
import {
  listMarkets,
  readMarketSecrets,
  removeMarket,
  setMarket,
} from '../payment/settings/market-settings.ts';
import {
  changeAppeals,
  changeType,
  createType,
  deleteType,
  listTypes,
  ReadyAnswers,
  TypeInput,
  TypeRecord,
} from '../restriction/type-operations.ts';
import {
  listProducts,
  ProductId,
  ProductInput,
  removeProduct,
  setProduct,
} from '../tenants/products.ts';
import { listServers, removeServer, ServerId, ServerInput, setServer } from '../tenants/servers.ts';
import { appIn, type InApp, itemsOf, type Kind, kind, readAll } from './kind.ts';
import { named, Reference, type Secret, stored } from './secrets.ts';

const CLOSED = { additionalProperties: false };

const servers = kind<InApp, ServerInput & { readonly server_id: string }>({
  section: 'servers',
  item: Type.Object({ server_id: ServerId, ...ServerInput.properties }, CLOSED),
  key: ({ server_id }) => server_id,
  async read(place) {
    const app = await appIn(place);
    const all = await readAll((query) => listServers({ ...place, app }, query));
    return all.map(({ server_id, name }) => ({ server_id, name }));
  },
  complete: (item) => item,
  put: ({ context, appid }, actor, item) => setServer(context, actor, { ...item, appid }),
  remove: ({ context, appid }, actor, { server_id }) =>
    removeServer(context, actor, { appid, server_id }),
});

const products = kind<InApp, ProductInput & { readonly product_id: string }>({
  section: 'products',
  item: Type.Object({ product_id: ProductId, ...ProductInput.properties }, CLOSED),
  key: ({ product_id }) => product_id,
  async read(place) {
    const app = await appIn(place);
    const all = await readAll((query) => listProducts({ ...place, app }, query));
    return all.map(({ appid: _, updated_at: __, ...product }) => product);
  },
  complete: (item) => ({ kind: 'consumable', custom_price: 'off', ...item }),
  put: ({ context, appid }, actor, item) => setProduct(context, actor, { ...item, appid }),
  remove: ({ context, appid }, actor, { product_id }) =>
    removeProduct(context, actor, { appid, product_id }),
});

interface TypeItem extends Omit<TypeRecord, 'block_type'> {
  /** Absent for the first type with its English name. */
  readonly same_name?: number;
}

/** Numbers differ between environments, so that types are known by their English names. */
const typeKey = ({ type_en_name: name, same_name: which }: TypeItem): string =>
  which === undefined ? name : `${name} (${which})`;

const types = kind<InApp, TypeItem>({
  section: 'types',
  item: Type.Object(
    {
      ...TypeInput.properties,
      appeals: TypeRecord.properties.appeals,
      appeal_answers: Type.Optional(ReadyAnswers),
      same_name: Type.Optional(
        Type.Integer({
          minimum: 2,
          description: '2 for the second type with the same English name, and so on.',
        }),
      ),
    },
    CLOSED,
  ),
  key: typeKey,
  async read(place) {
    return (await typesOf(place)).map(({ block_type: _, ...type }) => sortTexts(type));
  },
  complete: sortTexts,
  async put(place, actor, item, old) {
    const { appeals = false, appeal_answers: answers = [], same_name: _, ...type } = item;
    const deps = { ...place, app: await appIn(place) };
    const key = typeKey(item);
    const next = old ? key : await nextKey(place, type);
    if (next !== key) {
      const detail = `The next type named “${type.type_en_name}” would be “${next}”. Add the ones before it first.`;
      return invalid('same_name', detail);
    }
    const saved = old
      ? await changeType(deps, actor, await numberOf(place, key), type)
      : await createType(deps, actor, type);
    if (isRejection(saved)) return saved;
    const before = JSON.stringify([old?.appeals ?? false, old?.appeal_answers ?? []]);
    return JSON.stringify([appeals, answers]) === before
      ? saved
      : changeAppeals(deps, actor, saved.block_type, { allowed: appeals, answers });
  },
  async remove(place, actor, item) {
    const deps = { ...place, app: await appIn(place) };
    return deleteType(deps, actor, await numberOf(place, typeKey(item)));
  },
});

function sortTexts(type: TypeItem): TypeItem {
  const { type_status, type_name, type_en_name, reasons, appeals, appeal_answers = [] } = type;
  const { same_name } = type;
  return {
    type_status,
    type_name,
    type_en_name,
    ...(same_name !== undefined && { same_name }),
    reasons: sortBy(reasons, ({ language }) => language),
    ...(appeals && { appeals }),
    ...(appeal_answers.length > 0 && {
      appeal_answers: sortBy(appeal_answers, ({ decision, language }) => `${decision} ${language}`),
    }),
  };
}

const sortBy = <T>(items: readonly T[], nameOf: (item: T) => string): T[] =>
  items.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

async function typesOf(place: InApp): Promise<(TypeItem & Pick<TypeRecord, 'block_type'>)[]> {
  const { items } = await listTypes({ ...place, app: await appIn(place) });
  return toldApart(items);
}

/** No two have the same key, whatever their names are. */
function toldApart<T extends TypeItem>(types: readonly T[]): (T & TypeItem)[] {
  const keys = new Set<string>();
  return types.map((type) => {
    let named: T & TypeItem = type;
    for (let same_name = 2; keys.has(typeKey(named)); same_name++) named = { ...type, same_name };
    keys.add(typeKey(named));
    return named;
  });
}

/** Of the type that is created next. */
async function nextKey(place: InApp, type: TypeItem): Promise<string> {
  const all = toldApart([...(await typesOf(place)), type]);
  return typeKey(all.at(-1) ?? type);
}

/** 0, which no type has, for a key that none has. */
async function numberOf(place: InApp, key: string): Promise<number> {
  const all = await typesOf(place);
  return all.find((type) => typeKey(type) === key)?.block_type ?? 0;
}

interface MarketItem {
  readonly market: Market;
  readonly settings: object;
  readonly secrets: Readonly<Record<string, Secret>>;
}

const markets = kind<InApp, MarketItem>({
  section: 'markets',
  item: Type.Object(
    {
      market: MarketName,
      settings: Type.Object({}, { additionalProperties: true }),
      secrets: Type.Optional(Type.Record(Type.String(), Reference)),
    },
    CLOSED,
  ),
  key: ({ market }) => market,
  async read({ context, appid }) {
    const all = itemsOf(await listMarkets(context, appid));
    const items = all.map(async ({ market, settings, secrets_set }): Promise<MarketItem> => {
      const known = await readMarketSecrets(context, appid, market);
      const values = (known?.secrets ?? {}) as Record<string, string>;
      const secrets = secrets_set.map((name): [string, Secret] => [
        name,
        stored(values[name], `${appid} ${market} ${name}`),
      ]);
      return { market, settings, secrets: Object.fromEntries(secrets) };
    });
    return Promise.all(items);
  },
  complete({ market, settings, secrets = {} }, resolve) {
    const { settings: shape, secrets: names, defaults } = marketOf(market);
    const checked = checkShape(shape, 'json', settings);
    if ('errors' in checked) return invalid('settings', describeErrors(checked.errors));
    const known = Object.keys((names as Type.TObject).properties);
    const unknown = Object.keys(secrets).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      return invalid('secrets', `${market} has no secret ${unknown}: ${known.join(', ')}.`);
    }
    const entries = Object.entries(secrets as unknown as Record<string, string>);
    return {
      market,
      settings: { ...defaults, ...settings },
      secrets: Object.fromEntries(
        entries.map(([name, reference]) => [name, named(reference, resolve)]),
      ),
    };
  },
  put({ context, appid }, actor, { market, settings, secrets }) {
    const values = Object.entries(secrets).flatMap(([name, { value }]) =>
      value === undefined ? [] : [[name, value]],
    );
    return setMarket(context, actor, {
      appid,
      market,
      settings,
      secrets: Object.fromEntries(values) as Record<string, string>,
    });
  },
  remove: ({ context, appid }, actor, { market }) =>
    removeMarket(context, actor, { appid, market }),
});

/** Players that a rule leaves alone are no configuration. */
const { exempt: _, measure: Measure, ...ruleFields } = RuleInput.properties;
const { block_type: __, ...measureFields } = Measure.properties;

interface RuleItem extends Omit<RuleInput, 'exempt' | 'measure'> {
  /** The key of the type. */
  readonly measure: Omit<RuleInput['measure'], 'block_type'> & { readonly type?: string };
}

const rules = kind<InApp, RuleItem>({
  section: 'rules',
  item: Type.Object(
    {
      ...ruleFields,
      measure: Type.Object(
        {
          ...measureFields,
          type: Type.Optional(
            Type.String({
              description:
                'English name of the restriction type; `Cheating (2)` for the second one with that name.',
            }),
          ),
        },
        CLOSED,
      ),
    },
    CLOSED,
  ),
  key: ({ name }) => name,
  async read(place) {
    const all = await typesOf(place);
    const names = new Map(all.map((type) => [type.block_type, typeKey(type)]));
    return (await rulesOf(place)).map(({ name, state, when, unless, measure, until }) => {
      const { block_type, ...rest } = measure;
      const type = block_type === undefined ? undefined : names.get(block_type);
      return { name, state, when, unless, measure: { ...rest, ...(type && { type }) }, until };
    });
  },
  complete: (item) => ({ state: 'watch', unless: {}, until: {}, ...item }),
  async put(place, actor, { measure: { type, ...rest }, state, ...rule }, old) {
    const deps = { ...place, app: await appIn(place) };
    const block_type = type === undefined ? undefined : await numberOf(place, type);
    if (block_type === 0) return invalid('measure', `The app has no restriction type “${type}”.`);
    const measure = { ...rest, ...(block_type && { block_type }) };
    const given = { ...rule, measure };
    if (!old) return createRule(deps, actor, { ...given, ...(state && { state }) });
    const rule_id = await ruleIdOf(place, rule.name);
    const changed = await changeRule(deps, actor, { ...given, rule_id });
    if (isRejection(changed) || state === undefined || state === old.state) return changed;
    return switchRule(deps, actor, { rule_id, state });
  },
  async remove(place, actor, { name }) {
    const deps = { ...place, app: await appIn(place) };
    return deleteRule(deps, actor, { rule_id: await ruleIdOf(place, name) });
  },
});

async function rulesOf(place: InApp): Promise<Rule[]> {
  const { items } = await listRules({ ...place, app: await appIn(place) });
  return items;
}

async function ruleIdOf(place: InApp, name: string): Promise<string> {
  const all = await rulesOf(place);
  return all.find((rule) => rule.name === name)?.rule_id ?? '';
}

const disputeTexts = kind<InApp, DisputeTexts>({
  section: 'dispute_texts',
  item: Type.Object({ language: TextLanguage, ...DisputeTextsInput.properties }, CLOSED),
  key: ({ language }) => language,
  read: async ({ context, appid }) => (await listDisputeTexts(context, appid)).items,
  complete: (item) => item,
  put: ({ context, appid }, actor, item) => setDisputeTexts(context, actor, { ...item, appid }),
  remove: ({ context, appid }, actor, { language }) =>
    removeDisputeTexts(context, actor, { appid, language }),
});

/** In the order in which they are set: a rule names a type. */
export const APP_KINDS: readonly Kind<InApp>[] = [
  servers,
  products,
  types,
  markets,
  rules,
  disputeTexts,
];
