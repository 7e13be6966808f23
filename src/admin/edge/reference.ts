// What the API reference says about every admin call: its section, who may call, and its errors.
import { documented } from '../../base/reference.ts';
import type { Noun } from '../../operators/scopes.ts';
import type { Needed } from './access.ts';
import { exampleProblem, Problem, type ProblemCode } from './problem.ts';

const SECTIONS: Readonly<Record<Noun, string>> = {
  project: 'Projects',
  app: 'Apps',
  server: 'Servers',
  scope: 'Scopes of restrictions',
  type: 'Restriction types',
  appeal: 'Appeals',
  player: 'Players',
  restriction: 'Players',
  'personal-data': 'Players',
  bulk: 'Bulk jobs',
  measure: 'Measures',
  consent: 'Withdrawn consent',
  configuration: 'Configuration',
  market: 'Markets',
  product: 'Products',
  'price-key': 'Products',
  purchase: 'Purchase records',
  refund: 'Purchase records',
  dispute: 'Disputes',
  report: 'External sales',
  grant: 'Grants',
  action: 'Actions after the sale',
  subscription: 'Subscriptions',
  figures: 'Figures',
  notices: 'Store notifications',
  receiver: 'Receivers',
  outbox: 'Outbox',
  replay: 'Outbox',
  alert: 'Alerts',
  overview: 'Overview',
  search: 'Search',
  key: 'Certification keys',
  client: 'Clients',
  audit: 'Audit log',
  member: 'Members',
  owner: 'Members',
  invitation: 'Members',
  session: 'Console session',
  environment: 'Console session',
  'admin-token': 'Admin tokens',
  'signing-key': 'Admin tokens',
};

/** Who can call the route. */
const NEEDS: Readonly<Record<Needed, string>> = {
  viewer: 'Requires the role viewer.',
  operator: 'Requires the role operator.',
  admin: 'Requires the role admin.',
  owner: 'Requires the role owner.',
  caller: 'Open to every caller; lists only what the caller can see.',
  session: 'Requires a console session.',
  nothing: 'Requires no authentication.',
  'logout token': 'Called by the issuer; its logout token authenticates it.',
};

const DETAILS: Readonly<Record<ProblemCode, string>> = {
  invalid_request: 'name is required.',
  unauthorized: 'Send a valid admin token as Authorization: Bearer <token>.',
  sign_in_failed: 'E-mail address or password is wrong.',
  code_needed: 'Also send the code of the second factor.',
  code_wrong: 'The code is wrong or was already used.',
  forbidden: 'This needs the role admin in the project.',
  second_factor_required: 'The project requires a second factor. Turn it on in your account.',
  cross_site:
    "A session can change something only from the console's own pages, with the header x-tollgate-csrf.",
  not_found: 'There is no app com.tollgate.demo.',
  exists: 'The app com.tollgate.demo exists already.',
  in_use: 'The type is used by a restriction.',
  too_many: 'An app can have two certification keys. Revoke one first.',
  too_many_attempts: 'Too many failed attempts. Try again in 30 s.',
  too_many_requests:
    'You have asked for downloads, figures, counts, searches, dry runs and starts of replays 240 times within a minute. Try again in 12 s.',
  too_many_downloads:
    '2 of your downloads are still running. Wait until one has finished, then try again.',
  market_unavailable: 'Google Play does not answer (no answer within 5000 ms). Try again.',
  issuer_unavailable: 'Example Corp does not answer. Try again, or sign in another way.',
  internal_error: 'Try again. The service log has the details.',
};

const answerOf = (name: string, description: string, codes: readonly ProblemCode[]) =>
  documented(
    name,
    description,
    Problem,
    Object.fromEntries(codes.map((code) => [code, exampleProblem(code, DETAILS[code])])),
    'application/problem+json',
  );

const INVALID = answerOf('AdminInvalid', 'The request is not valid; `errors` names the fields.', [
  'invalid_request',
]);
const UNAUTHORIZED = answerOf(
  'AdminUnauthorized',
  'The token or session is missing or has ended.',
  ['unauthorized'],
);
const SIGN_IN_FAILED = answerOf('SignInFailed', 'Who it is could not be proved.', [
  'sign_in_failed',
  'code_needed',
  'code_wrong',
  'unauthorized',
]);
const FORBIDDEN = answerOf(
  'AdminForbidden',
  'The role or scope of the caller does not allow this.',
  ['forbidden', 'second_factor_required', 'cross_site'],
);
const NOT_FOUND = answerOf('AdminNotFound', 'It does not exist, or not for this caller.', [
  'not_found',
]);
const CONFLICT = answerOf('AdminConflict', 'The state of the resource does not allow this.', [
  'exists',
  'in_use',
  'too_many',
]);
const TOO_MANY_ATTEMPTS = answerOf('TooManyAttempts', 'Too many attempts.', ['too_many_attempts']);
const TOO_MANY_DOWNLOADS = answerOf('TooManyDownloads', 'Too many downloads.', [
  'too_many_downloads',
  'too_many_requests',
]);
const TOO_MANY_READS = answerOf('TooManyReads', 'Too many figures, counts or searches.', [
  'too_many_requests',
]);
const ISSUER_UNAVAILABLE = answerOf('IssuerUnavailable', 'The issuer does not answer.', [
  'issuer_unavailable',
]);
const MARKET_UNAVAILABLE = answerOf('MarketUnavailable', 'The market does not answer.', [
  'market_unavailable',
]);
const FAILED = answerOf('AdminFailed', 'The service failed.', ['internal_error']);

export interface DescribedRoute {
  readonly method: string;
  readonly operation: `${Noun}.${string}`;
  readonly needs: Needed;
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  readonly produces?: readonly string[] | undefined;
  readonly cost?: string | undefined;
}

export function describeAdmin({ operation, needs }: DescribedRoute) {
  return {
    tags: [SECTIONS[operation.split('.', 1)[0] as Noun]],
    operationId: `admin.${operation}`,
    description: NEEDS[needs],
    security: SECURITY[needs] ?? ANY_CALLER,
  };
}

/** They ask a market before they answer. */
const ASKS_MARKET: ReadonlySet<string> = new Set([
  'action.preview',
  'action.preview-subscription',
  'action.request',
  'action.request-subscription',
  'action.approve',
]);

const ANY_CALLER = [{ adminToken: [] }, { session: [] }];
const SECURITY: Readonly<Partial<Record<Needed, Record<string, string[]>[]>>> = {
  nothing: [],
  'logout token': [],
  session: [{ session: [] }],
};

export function adminErrors(route: DescribedRoute) {
  const { method, operation, needs, params, query, body } = route;
  const changes = method !== 'GET';
  const isRole = !['caller', 'session', 'nothing', 'logout token'].includes(needs);
  return {
    ...((params || query || body || changes) && { 400: INVALID }),
    401: operation === 'session.open' ? SIGN_IN_FAILED : UNAUTHORIZED,
    ...((isRole || changes) && { 403: FORBIDDEN }),
    ...((params || query || body) && { 404: NOT_FOUND }),
    ...(changes && { 409: CONFLICT }),
    ...(changes && (needs === 'session' || needs === 'nothing') && { 429: TOO_MANY_ATTEMPTS }),
    ...(route.produces && { 429: TOO_MANY_DOWNLOADS }),
    ...(route.cost && { 429: TOO_MANY_READS }),
    ...(operation.startsWith('session.issuer.') && changes && { 503: ISSUER_UNAVAILABLE }),
    ...(ASKS_MARKET.has(operation) && { 503: MARKET_UNAVAILABLE }),
    500: FAILED,
  };
}
