// The head of the OpenAPI document: what the API is, its sections, and what authenticates callers.
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

const DESCRIPTION = `Access restriction and purchase verification for games' app servers.

**Authentication.** An app server exchanges its client id and secret for an app-server token at \`POST /oauth/token\`. Payment calls take it as \`Authorization: Bearer\`, together with the app in \`X-App-Id\`; restriction calls of generation 2 take it as \`X-Access-Token\`. Restriction calls of generation 1 carry a certification key in the body instead. App clients use the user token that \`POST /auth/v1/login\` returns.

**Errors.** Restriction calls answer 200 with a \`result_code\`; 0 is success. Payment and admin calls answer problem details (RFC 9457). Decide by \`result_code\`, \`outcome.message\` or \`code\`, never by texts.

**64-bit ids.** \`player_id\` and \`did\` are integers of up to 19 digits. A double keeps only 15 of them: read and write them with a parser that keeps all digits, such as \`bigint\` in JavaScript or \`long\` in C#, Java and Go.`;

const SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'For app servers': {
    Purchases: 'Verify receipts and subscriptions, and read what was verified.',
    'Restriction, generation 2':
      'Restriction types and restricted players, with an app-server token.',
    'Restriction, generation 1':
      'The same operations with a certification key in the body instead of a token.',
    'Tokens and logins': 'Tokens of app servers, and logins of players.',
    Webhooks: 'Requests that Tollgate sends to your servers.',
  },
  'For app clients': {
    Orders: 'STEAM and PG orders, opened by the app client with a user token.',
  },
  'Admin API': {
    Projects: 'Games and their settings.',
    Apps: 'The published forms of a game.',
    'Certification keys': 'Keys for restriction calls of generation 1.',
    Clients: 'OAuth clients of a project, whose secrets are exchanged for app-server tokens.',
    'Restriction types': 'Why players are restricted, with texts per language.',
    'Scopes of restrictions':
      'Features that are restricted beside the login, and names of your own ones.',
    Appeals: 'Appeals of restricted players: the queue, decisions, figures, settings.',
    Players: 'Restrictions of players, and their history.',
    'Bulk jobs': 'Restrict or release players from a file.',
    Measures: 'Rules that answer refunds and disputes, and what they did.',
    'Withdrawn consent':
      'Consent that parents have withdrawn at the stores, and the players it concerns.',
    Markets: "An app's settings and secrets at the markets.",
    Products: 'What an app sells through STEAM and PG.',
    Servers: 'Game server ids of an app.',
    'Purchase records': 'Search, details, timeline, refunds and export.',
    Disputes: 'Disputes at payment gateways, and the evidence for them.',
    'External sales': 'What Apple and Google are told of sales in the web shop.',
    Grants: 'What operators give to players without a purchase.',
    'Actions after the sale':
      'Refunds, cancelled renewals and given days: preview, request, second person, limits.',
    Subscriptions: 'Subscriptions and their cycles.',
    'Store notifications': 'What the stores have reported, and processing it again.',
    Receivers: 'Servers that get notifications and purchase events.',
    Alerts: 'What went wrong in a project, where it is sent, and from when on.',
    Outbox: 'What is waiting to be sent, attempts and dead letters.',
    Figures: 'Revenue, payers and subscriptions over time, and exchange rates.',
    Overview: 'Counters of an app over time.',
    Search: 'One id, looked for among players, purchases, orders, subscriptions and members.',
    Members: 'Who works in a project, owners, and invitations.',
    'Admin tokens': 'Tokens for this API, and the keys that sign access tokens.',
    'Audit log': 'Who changed what.',
    Configuration:
      'The settings of a project as a file, and what has changed since it was applied.',
  },
  Operation: {
    Health: 'For orchestrators and Prometheus.',
  },
  'Not for your servers': {
    'Console session': 'Sign-in of people; the console uses these calls.',
    'Market notices': 'Called by the stores and payment gateways, never by you.',
  },
};

const GROUPS = Object.entries(SECTIONS).map(([name, tags]) => ({
  name,
  tags: Object.keys(tags),
}));

const securitySchemes = {
  appServerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'App-server token from `POST /oauth/token`, valid for an hour. Keep it on the server.',
  },
  userToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "A player's token from `POST /auth/v1/login`. It stops with the login, and while a restriction is in effect.",
  },
  debtToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      "A restricted player's `debt_token` from `POST /auth/v1/login`, for orders of what the player owes. It stops with the debt, the restriction or the login.",
  },
  accessToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Access-Token',
    description: 'The app-server token, in the header of restriction calls of generation 2.',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and secret. They can be sent in the body instead.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An admin token from the console or `tollgate token create`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tollgate_production',
    description:
      'The cookie of a console session (`tollgate_sandbox` in the sandbox). Requests that change something also need the header `X-Tollgate-CSRF` with the `csrf` value of the session.',
  },
  receiverKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key or bearer token of your receiver. Check it, or better the signature.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of `METRICS_TOKEN`.' },
} as const;

type Head = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

export const documentHead = (environment: string): Head => ({
  openapi: '3.1.0',
  info: {
    title: 'Tollgate API',
    version: '1',
    description: DESCRIPTION,
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/', description: `The ${environment} environment.` }],
  tags: Object.values(SECTIONS).flatMap((tags) =>
    Object.entries(tags).map(([name, description]) => ({ name, description })),
  ),
  // The type of the document does not know extensions.
  ...({ 'x-tagGroups': GROUPS } as object),
  components: { securitySchemes },
});
