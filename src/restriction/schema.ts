// Request and answer schemas of the restriction routes: validation, types, serialization and OpenAPI.
import { type Static, type TObject, type TObjectOptions, type TSchema, Type } from 'typebox';
import { Id64, Id64Answer } from '../base/id-shapes.ts';
import { named, namedObject } from '../base/named.ts';
import {
  asExamples,
  DESCRIPTION_KEYWORD,
  documented,
  EXAMPLES_KEYWORD,
  type Examples,
} from '../base/reference.ts';
import { AnyInteger } from '../base/shapes.ts';
import { envelope, type ResultCode, tokenValidation } from './envelope.ts';
import { LANGUAGES } from './rules.ts';

const Text = (description: string) => Type.String({ minLength: 1, description });

export const LanguageCode = named(
  'Language',
  Type.Enum([...LANGUAGES], { description: 'A language code.' }),
);
const DateText = (description: string) =>
  Type.String({ description: `${description}, \`YYYY-MM-DD HH:mm:ss\` in the app's time zone.` });
/** An integer that a double and both databases hold exactly. */
const Whole = (description: string, minimum = Number.MIN_SAFE_INTEGER) =>
  Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER, description });
const TYPE_NUMBER = 'Number of a registered restriction type.';
const BlockType = Whole(TYPE_NUMBER);
/** A number that no type can have is one that is not registered: 4011. */
const AskedType = AnyInteger(TYPE_NUMBER);
const PlayerId = Id64('Player identifier.');

const typeFields = {
  type_status: Type.Enum(['O', 'N'], {
    description: '`O` operations policy restriction, `N` temporary restriction.',
  }),
  type_name: Text('Type name in Korean, at most 200 bytes.'),
  type_en_name: Text('Type name in English, at most 200 bytes.'),
};

const Texts = namedObject('RestrictionTypeTexts', {
  language: LanguageCode,
  title: Type.Optional(Text('Required with `N`, an error with `O`; at most 200 bytes.')),
  reason: Text('At most 200 bytes with `O`, 400 with `N`.'),
});

export const TypeSet = Type.Object({
  ...typeFields,
  reasons: Type.Array(Texts, {
    description: 'One entry per language; `ko` and `en` are required.',
  }),
});

export const TypeDelete = Type.Object({ block_type: AskedType });

export const TypeGet = Type.Object({ language: Type.Optional(LanguageCode) });

export const BlockSet = Type.Object({
  player_id: PlayerId,
  status: Type.Enum(['P', 'B'], {
    description: '`P` permanent suspension, `B` user with a suspension period.',
  }),
  block_type: AskedType,
  start_date: DateText('Start of suspension'),
  end_date: DateText('End of suspension'),
  skip_blocked: Type.Optional(
    Type.Boolean({ description: 'If the player is already restricted, change nothing.' }),
  ),
  did: Type.Optional(Id64('Device identifier. The player must be logged in on this device.')),
});

export const BlockDelete = Type.Object({ player_id: PlayerId });

const Scope = (more = '') =>
  Type.String({
    pattern: '^[a-z][a-z0-9_]{0,29}$',
    description: `\`login\`, \`chat\`, \`trade\`, \`purchase\`, \`ranked\`, or a scope that the project has added.${more}`,
  });
export const ScopeName = Scope();
export const ScopeOrLogin = Type.Optional(Scope(' Default: `login`.'));
/** In answers: who uses no scopes sees none. */
export const OtherScope = Type.Optional(Scope(' Missing for `login`.'));

export const WithDevices = Type.Optional(
  Type.Boolean({
    description:
      'With the scope `login`: nobody can log in on the last 10 devices of the player until the restriction ends. Default: as it is, at first `false`.',
  }),
);

export const ScopeSet = Type.Object({
  ...BlockSet.properties,
  scope: ScopeName,
  with_devices: WithDevices,
});
export const ScopeDelete = Type.Object({ ...BlockDelete.properties, scope: ScopeName });
export const BulkSetEntry = Type.Object({ ...BlockSet.properties, scope: ScopeOrLogin });
export const BulkDeleteEntry = Type.Object({ ...BlockDelete.properties, scope: ScopeOrLogin });

export const BlockGet = Type.Object({
  player_id: PlayerId,
  language: Type.Optional(LanguageCode),
});

export const ScopeGet = Type.Object({ ...BlockGet.properties, scope: ScopeName });

/** Of code points, as the page counts them. */
export const APPEAL_CHARACTERS = 2_000;

export const BlockAppeal = Type.Object({
  player_id: PlayerId,
  scope: ScopeOrLogin,
  text: Type.String({
    minLength: 1,
    maxLength: APPEAL_CHARACTERS,
    pattern: '\\S',
    description: 'What the player says, at most 2,000 characters.',
  }),
  language: Type.Optional(LanguageCode),
});

export const BlockAppealData = Type.Object({
  appeal_id: Type.String({ description: 'The events about the appeal name it.' }),
});

export const BlockHistory = Type.Object({
  player_id: PlayerId,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 20.' })),
  before: Type.Optional(Whole('`data.next` of the previous page.', 1)),
});

/** Notes of operators on a change. */
export const Comment = Type.Optional(
  Type.String({
    maxLength: 1_000,
    description: 'Reason for the change, shown in the history.',
  }),
);

const BULK_LIMIT = 1_000;
/** Each entry is validated separately, so that an invalid one does not reject the others. */
export const BulkUsers = Type.Object({
  users: Type.Array(Type.Object({}, { additionalProperties: true }), {
    minItems: 1,
    maxItems: BULK_LIMIT,
    description: 'Entries with the fields of the single call.',
  }),
});

const TypeTexts = { reason: Type.String() };
export const TypeSetData = Type.Object({ block_type: BlockType });
export const TypeGetData = namedObject('TypeLists', {
  block_type_list: Type.Array(Type.Object({ block_type: BlockType, ...typeFields, ...TypeTexts })),
  temp_type_list: Type.Array(
    Type.Object({ block_type: BlockType, ...typeFields, title: Type.String(), ...TypeTexts }),
  ),
});

const PlayerRestrictionFields = Type.Object({
  player_id: Id64Answer('Player identifier.'),
  status: Type.Enum(['P', 'B']),
  block_type: BlockType,
  type_status: Type.Enum(['O', 'N']),
  title: Type.Union([Type.String(), Type.Null()]),
  reason: Type.String(),
  start_date: Type.String(),
  end_date: Type.String(),
  in_effect: Type.Boolean({ description: 'False before the start of the period.' }),
  support_code: Type.String({ description: 'Code the player gives to support.' }),
  appeal_code: Type.Optional(
    Type.String({
      description: 'Code that opens the page for appeals. Only where the type allows appeals.',
    }),
  ),
  by_device: Type.Optional(
    Type.Boolean({
      description: 'True at a login on a device of another player, who is restricted with devices.',
    }),
  ),
});

/** An object or null without `anyOf`, because the serializer cannot match a 64-bit id. */
const orNone = <Fields extends TObject>(fields: Fields) =>
  Type.Unsafe<Static<Fields> | null>({ ...fields, type: ['object', 'null'] });

export const PlayerRestrictionData = named('PlayerRestriction', orNone(PlayerRestrictionFields));

const ScopedFields = Type.Object({
  scope: ScopeName,
  scope_name: Type.String({ description: 'Name of the scope in the requested language.' }),
  ...PlayerRestrictionFields.properties,
});

export const RestrictionList = Type.Optional(
  Type.Array(named('ScopedRestriction', ScopedFields), {
    description:
      'The current restrictions of all scopes, `login` first. Only while there is one of another scope than `login`.',
  }),
);

export const ScopeGetData = Type.Object({ restriction: orNone(ScopedFields) });

/** `debt` is the shape of what measures say. */
export const blockGetData = (debt: TSchema) =>
  Type.Object({ restriction: PlayerRestrictionData, restrictions: RestrictionList, debt });

const Terms = namedObject('RestrictionTerms', {
  status: Type.Enum(['P', 'B']),
  block_type: BlockType,
  start_date: Type.String(),
  end_date: Type.String(),
});
const Snapshot = Type.Union([Terms, Type.Null()]);

const HistoryEntry = namedObject('RestrictionHistoryEntry', {
  seq: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  action: Type.Enum(['registered', 'changed', 'released', 'expired']),
  actor: Type.Object({ kind: Type.String(), name: Type.String() }),
  comment: Type.Union([Type.String(), Type.Null()]),
  before: Snapshot,
  after: Snapshot,
  scope: OtherScope,
});

export const BlockHistoryData = Type.Object({
  history: Type.Array(HistoryEntry),
  next: Type.Union([Type.Integer(), Type.Null()]),
});

export const BulkData = namedObject('BulkResults', {
  results: Type.Array(
    Type.Object({
      player_id: Type.Optional(Id64Answer('Missing when the entry has none.')),
      result_code: Type.Integer(),
      result_msg: Type.String(),
    }),
  ),
});

const AppId = Type.String({ description: 'App identifier.' });
const CertificationKey = Type.String({ description: "The app's authentication key." });
const EXAMPLE_APP = { appid: 'com.tollgate.demo' };
const EXAMPLE_KEY = { service_certification_key: 'tgk_…' };

const Plain = named('Plain', Type.Enum(['0'], { description: 'Always 0: data is not encrypted.' }));
const AccessToken = named(
  'AccessToken',
  Type.String({ description: 'An app-server access token.' }),
);
const resultFields = {
  result_code: Type.Integer({ description: '`0` is success.' }),
  result_msg: Type.String({
    description:
      'Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong.',
  }),
};
const TokenValidation = namedObject(
  'TokenValidation',
  { result_code: Type.Integer(), result_msg: Type.String() },
  { description: 'The check of the token; the reason when `result_code` is 2499.' },
);

/** The headers that both generations need, and the token of generation 2. */
export function requestHeaders(generation: 1 | 2): TObject {
  return Type.Object(
    generation === 1 ? { ISCRYPT: Plain } : { 'X-Access-Token': AccessToken, ISCRYPT: Plain },
  );
}

/** The body of an endpoint: generation 1 carries the key in it, generation 2 a token in a header. */
export function requestBody(generation: 1 | 2, { properties }: TObject, example: object): TObject {
  return generation === 1
    ? Type.Object(
        { appid: AppId, service_certification_key: CertificationKey, ...properties },
        { examples: [{ ...EXAMPLE_APP, ...EXAMPLE_KEY, ...example }] },
      )
    : Type.Object({ appid: AppId, ...properties }, { examples: [{ ...EXAMPLE_APP, ...example }] });
}

/** The answer, with an example for every result code it may carry. */
export function answer(
  generation: 1 | 2,
  codes: readonly ResultCode[],
  data?: TSchema,
  example?: unknown,
) {
  return answerShape(generation, data, {
    [DESCRIPTION_KEYWORD]: 'Success, or the reason in `result_code`.',
    [EXAMPLES_KEYWORD]: examplesOf(generation, codes, example),
  });
}

/** The only answer with another status: nothing is known to be done. */
export const failure = (generation: 1 | 2) =>
  documented(
    `RestrictionFailure${generation}`,
    'The service failed. It is safe to send the request again.',
    answerShape(generation),
    Object.fromEntries(
      Object.entries(examplesOf(generation, [5000])).map(([name, { value }]) => [name, value]),
    ),
  );

function answerShape(generation: 1 | 2, data?: TSchema, options: TObjectOptions = {}) {
  const shape = Type.Object(
    {
      ...resultFields,
      ...(generation === 2 && { token_validation: TokenValidation }),
      ...(data && { data: Type.Optional(data) }),
    },
    options,
  );
  return data ? shape : named(generation === 1 ? 'Result' : 'TokenResult', shape);
}

function examplesOf(generation: 1 | 2, codes: readonly ResultCode[], example?: unknown): Examples {
  const bodies = codes.map((code) => ({
    ...envelope(code, code === 4000 ? 'appid' : undefined),
    ...(generation === 2 && {
      token_validation: tokenValidation(code === 2499 ? 'TOKEN_EXPIRED' : 'SUCCESS'),
    }),
    ...(code === 0 && example !== undefined && { data: example }),
  }));
  const named = bodies.map((body) => [body.result_msg.replace(/:.*/, ''), body] as const);
  return asExamples(Object.fromEntries(named));
}
