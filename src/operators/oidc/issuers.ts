// The setting OIDC_ISSUERS: who may prove that somebody is an operator, and which groups have which roles.
import { Type } from 'typebox';
import { named } from '../../base/named.ts';
import { checkShape, describeErrors } from '../../base/validation.ts';
import { RoleName } from '../roles.ts';

const CLOSED = { additionalProperties: false };
const Text = Type.String({ minLength: 1, maxLength: 500 });
const EnvironmentName = Type.Enum(['production', 'sandbox']);

/** What a group may do: one role in one project, or everything. */
const GroupRole = Type.Union([
  Type.Object(
    {
      group: Text,
      project: Type.Integer({ minimum: 1 }),
      role: RoleName,
      environment: Type.Optional(EnvironmentName),
    },
    CLOSED,
  ),
  Type.Object(
    { group: Text, owner: Type.Literal(true), environment: Type.Optional(EnvironmentName) },
    CLOSED,
  ),
]);
export type GroupRole = Type.Static<typeof GroupRole>;

export const IssuerName = named(
  'IssuerName',
  Type.String({
    pattern: '^[a-z0-9-]{1,30}$',
    description: 'Name of the issuer in `OIDC_ISSUERS`.',
  }),
);

const IssuerSetting = Type.Object(
  {
    name: IssuerName,
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    issuer: Text,
    client_id: Text,
    client_secret: Type.Optional(
      Type.String({ pattern: '^(env:[A-Za-z_][A-Za-z0-9_]*|file:\\S.*)$' }),
    ),
    scopes: Type.Optional(Type.Array(Text)),
    parameters: Type.Optional(Type.Record(Type.String(), Text)),
    groups_claim: Type.Optional(Text),
    roles: Type.Array(GroupRole),
    required_amr: Type.Optional(Type.Array(Text)),
    required_acr: Type.Optional(Type.Array(Text)),
    trust_email: Type.Optional(Type.Boolean()),
    grace_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  },
  CLOSED,
);
const IssuerList = Type.Array(IssuerSetting, { minItems: 1, maxItems: 20 });

export interface Issuer {
  /** In addresses of ours, so it cannot change without a change at the issuer. */
  readonly name: string;
  /** On the button of the sign-in page. */
  readonly label: string;
  readonly url: string;
  readonly clientId: string;
  /** Where the secret lies: `env:NAME` or `file:path`. */
  readonly secretReference: string | undefined;
  /** What lies there; undefined for a public client. */
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  /** Further parameters of the request for sign-in, such as `access_type`. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly groupsClaim: string;
  readonly roles: readonly GroupRole[];
  /** Every `amr` value is needed, and one of the `acr` values. */
  readonly requiredAmr: readonly string[];
  readonly requiredAcr: readonly string[];
  /** For issuers that send no `email_verified`. */
  readonly trustsEmail: boolean;
  /** How long sessions go on while the issuer does not answer. */
  readonly graceMs: number;
}

const DEFAULT_SCOPES = ['openid', 'email', 'profile', 'offline_access'];
const DEFAULT_GRACE_MINUTES = 10;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = (url: string): boolean => LOOPBACK.has(new URL(url).hostname);

/** The issuers, or what is wrong with the text, which holds no secret. */
export function readIssuers(
  text: string,
): { readonly value: readonly Issuer[] } | { readonly problem: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { problem: 'must be JSON: a list of issuers' };
  }
  if (!Array.isArray(parsed)) return { problem: 'must be a list of issuers' };
  const checked = checkShape(IssuerList, 'json', parsed);
  if ('errors' in checked) return { problem: `is not valid: ${describeErrors(checked.errors)}` };
  const issuers = checked.value.map(toIssuer);
  const unsafe = issuers.find(({ url }) => !isSafe(url));
  if (unsafe) {
    return {
      problem: `has the issuer ${unsafe.url}; its address must start with https:// (http:// only on this machine) and have no query`,
    };
  }
  for (const part of ['name', 'url'] as const) {
    const values = issuers.map((issuer) => issuer[part]);
    const twice = values.find((value, index) => values.indexOf(value) < index);
    if (twice !== undefined) return { problem: `has ${twice} twice; keep one` };
  }
  return { value: issuers };
}

const toIssuer = (setting: Type.Static<typeof IssuerSetting>): Issuer => ({
  name: setting.name,
  label: setting.label ?? setting.name,
  url: setting.issuer,
  clientId: setting.client_id,
  secretReference: setting.client_secret,
  scopes: [...new Set(['openid', ...(setting.scopes ?? DEFAULT_SCOPES)])],
  parameters: setting.parameters ?? {},
  groupsClaim: setting.groups_claim ?? 'groups',
  roles: setting.roles,
  requiredAmr: setting.required_amr ?? [],
  requiredAcr: setting.required_acr ?? [],
  trustsEmail: setting.trust_email ?? false,
  graceMs: (setting.grace_minutes ?? DEFAULT_GRACE_MINUTES) * 60_000,
});

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(text));
}
