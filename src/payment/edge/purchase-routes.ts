// POST /payment/v1/purchase/verify: checks the request and returns the result of interface 2.4.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { digitsOf, printJson } from '../../base/json.ts';
import { type Problem, problem } from '../problem.ts';
import { type CheckedFields, fieldProblems } from '../rules.ts';
import type { Purchases, Verification } from '../verify/purchases.ts';
import { countryCode, languageCode } from './codes.ts';
import { resultText } from './purchase-result.ts';
import { type RefusedDeps, refuse, refuseErrors } from './refused.ts';
import { PurchaseVerify, purchaseAnswers } from './schema.ts';
import { callerOf, sendData } from './scope.ts';

export interface RequestChecks {
  /** False when the app has registered server ids and this is not one of them. */
  readonly isServer: (appid: string, serverId: string) => Promise<boolean>;
}

export interface PurchaseRouteDeps extends RequestChecks, RefusedDeps {
  readonly purchases: Purchases;
}

const TAGS = ['Purchases'];

export function purchaseRoutes(scope: FastifyInstance, deps: PurchaseRouteDeps): void {
  scope.post(
    '/payment/v1/purchase/verify',
    {
      config: { operation: 'purchase.verify' },
      schema: {
        tags: TAGS,
        summary: 'Verify the receipt of a consumable purchase',
        description:
          'Asks the market, records the purchase once, and returns it. Deliver when the answer is 200, `servicePurchaseTest` is `N` (or the account is that of a tester), `servicePurchaseCancelState` is 0, and your own records say that it is not delivered yet; `serviceDuplicated` says that it was verified before. STEAM and PG charge during this call, which is safe to repeat.',
        body: PurchaseVerify,
        response: purchaseAnswers,
      },
      errorHandler: refuseErrors(deps, 'consumable'),
    },
    async (request, reply) => {
      const { app } = callerOf(request);
      const body = request.body as PurchaseVerify;
      const price = digitsOf(body, 'price');
      const wrong = await requestProblem(app.appid, { ...body, price }, deps);
      if (wrong) return refuse(deps, 'consumable', request, reply, wrong);
      const outcome = await deps.purchases.verify(app, verificationOf(request, body));
      return 'problem' in outcome
        ? refuse(deps, 'consumable', request, reply, outcome)
        : sendData(reply, resultText(outcome.purchase, outcome.duplicated));
    },
  );
}

/** Checks that the schema cannot express. */
export async function requestProblem(
  appid: string,
  body: CheckedFields & { readonly serverId?: string },
  { isServer }: RequestChecks,
): Promise<Problem | undefined> {
  const errors = fieldProblems(body);
  if (body.serverId !== undefined && !(await isServer(appid, body.serverId))) {
    errors.push({ field: 'serverId', message: 'is not a registered server id of this app' });
  }
  return errors.length > 0
    ? problem('INVALID_REQUEST', 'Some fields are not valid. See errors.', errors)
    : undefined;
}

/** Request fields saved with the receipt. */
export function savedFields(
  request: FastifyRequest,
  body: Partial<
    Pick<
      PurchaseVerify,
      'iapPayload' | 'appVersion' | 'country' | 'language' | 'serverId' | 'projectInfo'
    >
  >,
) {
  const sdkVersion = request.headers['x-sdk-version'];
  const { token } = callerOf(request);
  return {
    clientId: token.use === 'app' ? token.clientId : null,
    payload: body.iapPayload ?? null,
    appVersion: body.appVersion ?? (typeof sdkVersion === 'string' ? sdkVersion : null),
    country: countryCode(body.country ?? '') ?? null,
    language: languageCode(body.language ?? '') ?? null,
    serverId: body.serverId ?? null,
    projectInfo: body.projectInfo === undefined ? null : printJson(body.projectInfo),
  };
}

function verificationOf(request: FastifyRequest, body: PurchaseVerify): Verification {
  return {
    provider: body.providerId,
    receipt: body.serviceReceipt,
    productId: body.productId,
    storeTransactionId: body.storeTransactionId,
    orderId: body.orderId,
    price: digitsOf(body, 'price'),
    currency: body.currency,
    accountUuid: body.accountUuid,
    requestType: body.requestType,
    ...savedFields(request, body),
  };
}
