// Generated from openapi.json by `npm run openapi`: what an app server sends and gets.
export interface paths {
  readonly '/oauth/token': {
    /**
     * Issue an app-server token (RFC 6749, client credentials)
     * @description The token is valid for every app of the project of the client. Fetch a new one before it ends.
     */
    readonly post: operations['oauth.token'];
  };
  readonly '/auth/v1/login': {
    /**
     * Record a player's login and issue a user token
     * @description Called by the app server, which has authenticated the player. While a restriction of the login is in effect, `access_token` is null and `restriction` has the texts to show. `restrictions` has those of other scopes, such as `chat`, too: the game applies them. `debt` is what the player could pay again; a restricted player pays it with `debt_token`.
     */
    readonly post: operations['login'];
  };
  readonly '/auth/v1/logout': {
    /**
     * Log a player out
     * @description With a user token: ends its login. With an app-server token: ends the logins of `player_id` in `appid`, on one device or on all.
     */
    readonly post: operations['logout'];
  };
  readonly '/v2/game/block/type/set': {
    /**
     * Register a restriction type
     * @description The answer has the number of the new type. `ko` and `en` texts are required; byte limits count UTF-8. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.type.set'];
  };
  readonly '/v2/game/block/type/delete': {
    /**
     * Delete a restriction type
     * @description Fails with 4012 while a restriction uses the type. Numbers are never reused. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.type.delete'];
  };
  readonly '/v2/game/block/type/get': {
    /**
     * List restriction types
     * @description Operations policy types are in `block_type_list`, temporary types in `temp_type_list`, both in the requested language. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.type.get'];
  };
  readonly '/v2/game/block/set': {
    /**
     * Register or change an access restriction
     * @description Replaces an earlier restriction of the player, and notifies the game server. With `skip_blocked`, a player who is already restricted stays unchanged, and the result is 0. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.set'];
  };
  readonly '/v2/game/block/delete': {
    /**
     * Release an access restriction
     * @description Fails with 2002 when the player is not restricted. Nothing is sent to the game server. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.delete'];
  };
  readonly '/v2/game/block/get': {
    /**
     * Get the restriction of a player, or null
     * @description `in_effect` is false before the start of the period: the player can still log in. `restrictions` has those of other scopes, too. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.get'];
  };
  readonly '/v2/game/block/scope/set': {
    /**
     * Restrict a player in a scope, or change that restriction
     * @description As `block/set`, for one scope: a player may have one restriction in each. Only `login` keeps the player out and notifies the game server. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.scope.set'];
  };
  readonly '/v2/game/block/scope/delete': {
    /**
     * Release a player in a scope
     * @description Restrictions of other scopes stay. Fails with 2002 when there is none in this. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.scope.delete'];
  };
  readonly '/v2/game/block/scope/get': {
    /**
     * Get the restriction of a player in a scope, or null
     * @description `block/get` returns those of all scopes. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.scope.get'];
  };
  readonly '/v2/game/block/appeal': {
    /**
     * Appeal against the restriction of a player
     * @description For what a player writes in the game; `appeal_code` opens the page for the same. Fails with 4017 unless the type allows appeals, and with 4018 when the restriction already has one that is open, or that is decided and cannot be repeated yet. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.appeal'];
  };
  readonly '/v2/game/block/history': {
    /**
     * List the restriction history of a player, newest first
     * @description One entry for each registration, change, release and expiry. Send `data.next` as `before` to get the next page. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.history'];
  };
  readonly '/v2/game/block/bulk/set': {
    /**
     * Register up to 1,000 restrictions, with a result for each
     * @description Each entry has the fields of `block/set`, and optionally a `scope`. An entry that is not valid does not stop the others; `data.results` has one result per entry, in the same order. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.bulk.set'];
  };
  readonly '/v2/game/block/bulk/delete': {
    /**
     * Release up to 1,000 restrictions, with a result for each
     * @description An entry may have a `scope`. `data.results` has one result per entry, in the same order. Authenticates with an app-server token in `X-Access-Token`.
     */
    readonly post: operations['v2.block.bulk.delete'];
  };
  readonly '/payment/v1/purchase/verify': {
    /**
     * Verify the receipt of a consumable purchase
     * @description Asks the market, records the purchase once, and returns it. Deliver when the answer is 200, `servicePurchaseTest` is `N` (or the account is that of a tester), `servicePurchaseCancelState` is 0, and your own records say that it is not delivered yet; `serviceDuplicated` says that it was verified before. STEAM and PG charge during this call, which is safe to repeat.
     */
    readonly post: operations['purchase.verify'];
  };
  readonly '/payment/v1/subscription/verify': {
    /**
     * Verify the receipt of a subscription
     * @description Asks the market for the current state, and records the paid cycle once. Benefits end after `serviceExpiresDate`; a `serviceRefundDate` means that they are taken back.
     */
    readonly post: operations['subscription.verify'];
  };
  readonly '/payment/v1/subscription/status': {
    /**
     * List the recorded subscriptions of an account
     * @description Read from the database; a market is asked only after the end of a subscription. `active` says whether the player is entitled to the benefits now.
     */
    readonly post: operations['subscription.status'];
  };
  readonly '/payment/v1/purchase/init': {
    /**
     * Open a STEAM order and get its sealed receipt
     * @description Steam asks the player to approve the payment. Send `serviceReceipt` to the app server, which verifies it and thereby charges.
     */
    readonly post: operations['purchase.init'];
  };
  readonly '/payment/v1/order/pay-page-url': {
    /**
     * Open a PG order and get the URL of its payment page
     * @description Open `payUrl` in a browser. After the payment, `purchase/restore` has the sealed receipt.
     */
    readonly post: operations['order.pay-page-url'];
  };
  readonly '/payment/v1/purchase/restore': {
    /**
     * List paid but undelivered STEAM and PG orders with their sealed receipts
     * @description Call it at the start of the app and after a payment. Send each `serviceReceipt` to the app server. The app server calls it with `targetPlayerId`, for a player who cannot log in.
     */
    readonly post: operations['purchase.restore'];
  };
  readonly '/payment/v1/purchase/finalize': {
    /**
     * Close a STEAM or PG order after delivery
     * @description A closed order is no longer listed by `purchase/restore`.
     */
    readonly post: operations['purchase.finalize'];
  };
  readonly '/payment/v1/item/result': {
    /**
     * Record the delivery result of a purchase
     * @description Apple and Google get it when they ask about a refund. The last result counts.
     */
    readonly post: operations['item.result'];
  };
  readonly '/payment/v1/transactions': {
    /**
     * List verified purchases of one provider, newest first
     * @description Sorted by `verifiedDate`. The date range is at most 30 days; with `transactionId` it does not count. A user token sees only its own player. Do not decide about refunds by this list.
     */
    readonly post: operations['purchase.history'];
  };
  readonly '/payment/v1/owned': {
    /**
     * List what an account or a player owns now
     * @description Permanent products, running subscriptions, and what operators granted. Read from the database; a market is asked only after the end of a subscription. An app server names `accountUuid` or `targetPlayerId`; a user token sees its own player, and sends neither.
     */
    readonly post: operations['purchase.owned'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly BulkResults: {
      readonly results: readonly {
        /**
         * Format: int64
         * @description Missing when the entry has none. A 64-bit integer: a double would lose digits.
         */
        readonly player_id?: bigint;
        readonly result_code: number;
        readonly result_msg: string;
      }[];
    };
    readonly Debt: {
      readonly currency: string;
      /** @description Exact decimal, as text. */
      readonly amount: string;
      /** @description Oldest refund first. */
      readonly purchases: readonly components['schemas']['DebtPurchase'][];
      /** @description Of that, paid again so far. */
      readonly paid: string;
      /** @description What is still to be paid. */
      readonly remaining: string;
    };
    readonly DebtPurchase: {
      readonly transaction_id: string;
      readonly service_transaction_id: string;
      readonly product_id: string;
      /** @description Exact decimal, as text. */
      readonly amount: string;
      readonly currency: string;
      /** Format: date-time */
      readonly refunded_at: string;
      /** @description Of that, paid again so far. */
      readonly paid: string;
      /** @description What is still to be paid. */
      readonly remaining: string;
    };
    readonly EncodingProblem: {
      readonly type: string;
      readonly title: string;
      readonly status: number;
      readonly detail: string;
      readonly instance: string;
      readonly code: string;
      readonly outcome?: {
        readonly code: number;
        readonly message: string;
      };
    };
    /**
     * @description A language code.
     * @enum {unknown}
     */
    readonly Language:
      | 'ko'
      | 'en'
      | 'ja'
      | 'zh-hans'
      | 'zh-hant'
      | 'de'
      | 'fr'
      | 'ru'
      | 'es'
      | 'pt'
      | 'id'
      | 'th'
      | 'vi'
      | 'it'
      | 'tr'
      | 'ar'
      | 'tl';
    /** @enum {unknown} */
    readonly Market:
      | 'APPLE'
      | 'GOOGLE'
      | 'STEAM'
      | 'PG'
      | 'ONESTORE'
      | 'AMAZON'
      | 'SAMSUNG'
      | 'CUSTOM';
    readonly OauthError: {
      /** @enum {unknown} */
      readonly error:
        | 'invalid_request'
        | 'invalid_client'
        | 'unsupported_grant_type'
        | 'server_error';
      /** @description What is wrong. */
      readonly error_description: string;
    };
    readonly PaymentProblem: {
      readonly type: string;
      readonly title: string;
      readonly status: number;
      readonly detail: string;
      readonly instance: string;
      /** @enum {unknown} */
      readonly code: 'payment_forbidden' | 'app_not_found' | 'verify_error' | 'internal_error';
      readonly outcome: {
        readonly code: number;
        /** @enum {unknown} */
        readonly message:
          | 'INVALID_REQUEST'
          | 'UNAUTHORIZED_REQUEST'
          | 'FORBIDDEN_REQUEST'
          | 'INVALID_CURSOR'
          | 'CURSOR_CONTEXT_MISMATCH'
          | 'APP_NOT_FOUND'
          | 'INVALID_RECEIPT'
          | 'PRICE_VERIFY_FAIL'
          | 'RECEIPT_VERIFY_FAIL'
          | 'PAYMENT_PENDING'
          | 'MARKET_UNAVAILABLE'
          | 'INTERNAL_ERROR';
      };
      /** @description Fields that are missing or not valid. */
      readonly errors?: readonly {
        readonly field: string;
        readonly message: string;
      }[];
    };
    readonly PlainError: {
      /** @description A stable code. */
      readonly error: string;
      /** @description What is wrong, and what to do. */
      readonly message: string;
    };
    readonly PlayerRestriction: {
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: bigint;
      /** @enum {unknown} */
      readonly status: 'P' | 'B';
      /** @description Number of a registered restriction type. */
      readonly block_type: number;
      /** @enum {unknown} */
      readonly type_status: 'O' | 'N';
      readonly title: string | null;
      readonly reason: string;
      readonly start_date: string;
      readonly end_date: string;
      /** @description False before the start of the period. */
      readonly in_effect: boolean;
      /** @description Code the player gives to support. */
      readonly support_code: string;
      /** @description Code that opens the page for appeals. Only where the type allows appeals. */
      readonly appeal_code?: string;
      /** @description True at a login on a device of another player, who is restricted with devices. */
      readonly by_device?: boolean;
    } | null;
    /**
     * @example {
     *       "serviceAccountUuidCompare": 1,
     *       "serviceCurrency": "USD",
     *       "serviceDuplicated": false,
     *       "serviceGameServerPriceVerifyKey": null,
     *       "servicePayload": null,
     *       "servicePrice": 9.99,
     *       "serviceProductId": "gems.100",
     *       "serviceProviderId": "APPLE",
     *       "serviceProviderTransactionId": "370000000000001",
     *       "servicePurchaseCancelState": 0,
     *       "servicePurchaseTest": "N",
     *       "serviceQuantity": 1,
     *       "serviceReceipt": "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…",
     *       "serviceReceiptVerifyResult": {
     *         "transactionId": "370000000000001",
     *         "environment": "Production"
     *       },
     *       "serviceStoreTransactionId": "370000000000001",
     *       "serviceTransactionId": "AP_1"
     *     }
     */
    readonly PurchaseResult: {
      /**
       * @description `1` match, `2` mismatch, `9` not comparable.
       * @enum {unknown}
       */
      readonly serviceAccountUuidCompare: 1 | 2 | 9;
      /** @description Verified currency, ISO 4217. */
      readonly serviceCurrency: string | null;
      /** @description True when the receipt was already verified. */
      readonly serviceDuplicated: boolean;
      /** @description Key the app server issued for a custom amount. */
      readonly serviceGameServerPriceVerifyKey: string | null;
      /** @description Request `iapPayload`. */
      readonly servicePayload: string | null;
      /** @description Verified amount, with the decimals its currency has. */
      readonly servicePrice: number | null;
      /** @description In-app product id at the market. */
      readonly serviceProductId: string;
      readonly serviceProviderId: components['schemas']['Market'];
      /** @description Transaction id at the market. */
      readonly serviceProviderTransactionId: string;
      /**
       * @description `0` normal, `1` canceled.
       * @enum {unknown}
       */
      readonly servicePurchaseCancelState: 0 | 1;
      /**
       * @description `Y` for a test payment.
       * @enum {unknown}
       */
      readonly servicePurchaseTest: 'N' | 'Y';
      /** @description Number of pieces. */
      readonly serviceQuantity: number;
      /** @description The receipt of the request, unchanged. */
      readonly serviceReceipt: string;
      /** @description Answer of the market. */
      readonly serviceReceiptVerifyResult: {
        readonly [key: string]: unknown;
      } | null;
      /** @description Transaction id at the store. */
      readonly serviceStoreTransactionId: string | null;
      /** @description Prefix of the provider and a number, such as `AP_1`. */
      readonly serviceTransactionId: string;
    };
    readonly RestrictionHistoryEntry: {
      readonly seq: number;
      /** Format: date-time */
      readonly at: string;
      /** @enum {unknown} */
      readonly action: 'registered' | 'changed' | 'released' | 'expired';
      readonly actor: {
        readonly kind: string;
        readonly name: string;
      };
      readonly comment: string | null;
      readonly before: components['schemas']['RestrictionTerms'] | null;
      readonly after: components['schemas']['RestrictionTerms'] | null;
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Missing for `login`. */
      readonly scope?: string;
    };
    readonly RestrictionTerms: {
      /** @enum {unknown} */
      readonly status: 'P' | 'B';
      /** @description Number of a registered restriction type. */
      readonly block_type: number;
      readonly start_date: string;
      readonly end_date: string;
    };
    readonly RestrictionTypeTexts: {
      readonly language: components['schemas']['Language'];
      /** @description Required with `N`, an error with `O`; at most 200 bytes. */
      readonly title?: string;
      /** @description At most 200 bytes with `O`, 400 with `N`. */
      readonly reason: string;
    };
    readonly ScopedRestriction: {
      /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
      readonly scope: string;
      /** @description Name of the scope in the requested language. */
      readonly scope_name: string;
      /**
       * Format: int64
       * @description Player identifier. A 64-bit integer: a double would lose digits.
       */
      readonly player_id: bigint;
      /** @enum {unknown} */
      readonly status: 'P' | 'B';
      /** @description Number of a registered restriction type. */
      readonly block_type: number;
      /** @enum {unknown} */
      readonly type_status: 'O' | 'N';
      readonly title: string | null;
      readonly reason: string;
      readonly start_date: string;
      readonly end_date: string;
      /** @description False before the start of the period. */
      readonly in_effect: boolean;
      /** @description Code the player gives to support. */
      readonly support_code: string;
      /** @description Code that opens the page for appeals. Only where the type allows appeals. */
      readonly appeal_code?: string;
      /** @description True at a login on a device of another player, who is restricted with devices. */
      readonly by_device?: boolean;
    };
    readonly TokenResult: {
      /** @description `0` is success. */
      readonly result_code: number;
      /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
      readonly result_msg: string;
      readonly token_validation: components['schemas']['TokenValidation'];
    };
    /** @description The check of the token; the reason when `result_code` is 2499. */
    readonly TokenValidation: {
      readonly result_code: number;
      readonly result_msg: string;
    };
    readonly TypeLists: {
      readonly block_type_list: readonly {
        /** @description Number of a registered restriction type. */
        readonly block_type: number;
        /**
         * @description `O` operations policy restriction, `N` temporary restriction.
         * @enum {unknown}
         */
        readonly type_status: 'O' | 'N';
        /** @description Type name in Korean, at most 200 bytes. */
        readonly type_name: string;
        /** @description Type name in English, at most 200 bytes. */
        readonly type_en_name: string;
        readonly reason: string;
      }[];
      readonly temp_type_list: readonly {
        /** @description Number of a registered restriction type. */
        readonly block_type: number;
        /**
         * @description `O` operations policy restriction, `N` temporary restriction.
         * @enum {unknown}
         */
        readonly type_status: 'O' | 'N';
        /** @description Type name in Korean, at most 200 bytes. */
        readonly type_name: string;
        /** @description Type name in English, at most 200 bytes. */
        readonly type_en_name: string;
        readonly title: string;
        readonly reason: string;
      }[];
    };
  };
  responses: {
    /** @description The body exceeds 256 KiB. */
    readonly BodyTooLarge: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description Rejected. Sending it again unchanged does not help, except after PAYMENT_PENDING. */
    readonly HistoryRejected: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description The app is not one of the project of the token. */
    readonly LoginAppNotFound: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description A field is missing or not valid. */
    readonly LoginRejected: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description The bearer token is missing or not valid. */
    readonly LoginUnauthorized: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description The market did not answer, or the service failed. `detail` says whether to send the request again. */
    readonly MarketFailed: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description The service failed. Try again later. */
    readonly OauthFailure: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['OauthError'];
      };
    };
    /** @description The request is not valid (RFC 6749, 5.2). */
    readonly OauthRejected: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['OauthError'];
      };
    };
    /** @description The client could not be authenticated. */
    readonly OauthUnauthorized: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['OauthError'];
      };
    };
    /** @description Rejected. Sending it again unchanged does not help, except after PAYMENT_PENDING. */
    readonly OrderRejected: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description The body has a Content-Encoding other than identity. */
    readonly PaymentEncoding: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['EncodingProblem'];
      };
    };
    /** @description The market did not answer, or the service failed. `detail` says whether to send the request again. */
    readonly PaymentFailed: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description Rejected. Sending it again unchanged does not help, except after PAYMENT_PENDING. */
    readonly PaymentRejected: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description Too many requests. Wait for `Retry-After` seconds. */
    readonly RateLimited: {
      headers: {
        /** @description Seconds to wait. */
        readonly 'Retry-After'?: number;
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description The service failed. It is safe to send the request again. */
    readonly RestrictionFailure2: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['TokenResult'];
      };
    };
    /** @description The service failed. Try again later. */
    readonly ServiceFailure: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description The body has a Content-Encoding other than identity. */
    readonly UnsupportedEncoding: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['PlainError'];
      };
    };
    /** @description Rejected. Sending it again unchanged does not help, except after PAYMENT_PENDING. */
    readonly VerifyRejected: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
  };
  parameters: {
    /**
     * @description Language of the client.
     * @example Accept-Language
     */
    readonly 'header.Accept-Language': string;
    /**
     * @description Always 0: data is not encrypted.
     * @example 0
     */
    readonly 'header.ISCRYPT': '0';
    /**
     * @description App identifier.
     * @example com.tollgate.demo
     */
    readonly 'header.X-App-Id': string;
    /**
     * @description Version of the operating system.
     * @example X-OS-Version
     */
    readonly 'header.X-OS-Version': string;
    /**
     * @description Platform of the client.
     * @example X-Platform
     */
    readonly 'header.X-Platform': string;
    /**
     * @description Version of the client SDK; stored as `appVersion` if that is missing.
     * @example X-SDK-Version
     */
    readonly 'header.X-SDK-Version': string;
    /**
     * @description W3C Trace Context, continued in logs and notifications.
     * @example traceparent
     */
    readonly 'header.traceparent': string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly 'oauth.token': {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "grant_type": "client_credentials",
         *       "client_id": "tgc_demo",
         *       "client_secret": "tgs_…"
         *     }
         */
        readonly 'application/json': {
          /** @description Always `client_credentials`. */
          readonly grant_type?: string;
          /** @description Ignored. */
          readonly scope?: string;
          /** @description Unless in the header. */
          readonly client_id?: string;
          /** @description Unless in the header. */
          readonly client_secret?: string;
        };
        /**
         * @example {
         *       "grant_type": "client_credentials",
         *       "client_id": "tgc_demo",
         *       "client_secret": "tgs_…"
         *     }
         */
        readonly 'application/x-www-form-urlencoded': {
          /** @description Always `client_credentials`. */
          readonly grant_type?: string;
          /** @description Ignored. */
          readonly scope?: string;
          /** @description Unless in the header. */
          readonly client_id?: string;
          /** @description Unless in the header. */
          readonly client_secret?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "access_token": "eyJhbGciOiJFUzI1NiIs…",
           *       "token_type": "Bearer",
           *       "expires_in": 3600
           *     }
           */
          readonly 'application/json': {
            readonly access_token: string;
            /** @enum {string} */
            readonly token_type: 'Bearer';
            /** @description Seconds. */
            readonly expires_in: number;
          };
        };
      };
      readonly 400: components['responses']['OauthRejected'];
      readonly 401: components['responses']['OauthUnauthorized'];
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['OauthFailure'];
    };
  };
  readonly login: {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "did": 1,
         *       "account_uuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *       "app_transaction_id": "app_transaction_id",
         *       "install_id": "install_id",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          /**
           * Format: int64
           * @description Device identifier from an earlier login. Default: a new one. A 64-bit integer: a double would lose digits.
           */
          readonly did?: bigint;
          /**
           * Format: uuid
           * @description Account UUID of the purchases to link to the player.
           */
          readonly account_uuid?: string;
          /** @description APPLE: `appTransactionId` of the app transaction, which names the download when a parent withdraws consent. */
          readonly app_transaction_id?: string;
          /** @description GOOGLE, AMAZON: the install id for supervised players, which names the install when a parent withdraws consent. */
          readonly install_id?: string;
          /** @description Language of the restriction texts. Default: `en`. */
          readonly language?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "access_token": "access_token",
           *       "token_type": "Bearer",
           *       "expires_in": 1,
           *       "did": 1,
           *       "restriction": {
           *         "player_id": 10000000123,
           *         "status": "P",
           *         "block_type": 1,
           *         "type_status": "O",
           *         "title": "Access restricted",
           *         "reason": "Use of an illegal program.",
           *         "start_date": "2026-11-15 00:00:00",
           *         "end_date": "2099-12-15 00:00:00",
           *         "in_effect": true,
           *         "support_code": "1001-4LDQPH7-1",
           *         "appeal_code": "appeal_code",
           *         "by_device": true
           *       },
           *       "restrictions": [
           *         {
           *           "scope": "scope",
           *           "scope_name": "scope_name",
           *           "player_id": 10000000123,
           *           "status": "P",
           *           "block_type": 1,
           *           "type_status": "O",
           *           "title": "Access restricted",
           *           "reason": "Use of an illegal program.",
           *           "start_date": "2026-11-15 00:00:00",
           *           "end_date": "2099-12-15 00:00:00",
           *           "in_effect": true,
           *           "support_code": "1001-4LDQPH7-1",
           *           "appeal_code": "appeal_code",
           *           "by_device": true
           *         }
           *       ],
           *       "consent_withdrawn": true,
           *       "debt": [
           *         {
           *           "currency": "USD",
           *           "amount": "9.99",
           *           "purchases": [
           *             {
           *               "transaction_id": "transaction_id",
           *               "service_transaction_id": "service_transaction_id",
           *               "product_id": "gems.100",
           *               "amount": "9.99",
           *               "currency": "USD",
           *               "refunded_at": "2026-11-15T12:00:00.000Z",
           *               "paid": "paid",
           *               "remaining": "remaining"
           *             }
           *           ],
           *           "paid": "paid",
           *           "remaining": "remaining"
           *         }
           *       ],
           *       "debt_token": "debt_token"
           *     }
           */
          readonly 'application/json': {
            /** @description Null while the player is restricted. */
            readonly access_token: string | null;
            /** @enum {string} */
            readonly token_type: 'Bearer';
            readonly expires_in: number | null;
            /**
             * Format: int64
             * @description Device identifier to send with the next login. A 64-bit integer: a double would lose digits.
             */
            readonly did: bigint;
            readonly restriction: components['schemas']['PlayerRestriction'];
            /** @description The current restrictions of all scopes, `login` first. Only while there is one of another scope than `login`. */
            readonly restrictions?: readonly components['schemas']['ScopedRestriction'][];
            /**
             * @description Only with `app_transaction_id` or `install_id`, while a parent has withdrawn consent for the player.
             * @enum {boolean}
             */
            readonly consent_withdrawn?: true;
            /** @description What the player was refunded for delivered goods and has not paid again, by currency. */
            readonly debt: readonly components['schemas']['Debt'][];
            /** @description Only while the player is restricted and owes something. The app client opens STEAM and PG orders for the products in `debt` with it. It ends with the debt, the restriction or the login, at the latest after a day. */
            readonly debt_token?: string;
          };
        };
      };
      readonly 400: components['responses']['LoginRejected'];
      readonly 401: components['responses']['LoginUnauthorized'];
      readonly 404: components['responses']['LoginAppNotFound'];
      readonly 413: components['responses']['BodyTooLarge'];
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['ServiceFailure'];
    };
  };
  readonly logout: {
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "did": 1
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid?: string;
          /**
           * Format: int64
           * @description Player to log out. Requires an app-server token. A 64-bit integer: a double would lose digits.
           */
          readonly player_id?: bigint;
          /**
           * Format: int64
           * @description Only on this device. A 64-bit integer: a double would lose digits.
           */
          readonly did?: bigint;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "logged_out": true
           *     }
           */
          readonly 'application/json': {
            readonly logged_out: boolean;
          };
        };
      };
      readonly 400: components['responses']['LoginRejected'];
      readonly 401: components['responses']['LoginUnauthorized'];
      readonly 404: components['responses']['LoginAppNotFound'];
      readonly 413: components['responses']['BodyTooLarge'];
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['ServiceFailure'];
    };
  };
  readonly 'v2.block.type.set': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "type_status": "N",
         *       "type_name": "불법 프로그램",
         *       "type_en_name": "Illegal program",
         *       "reasons": [
         *         {
         *           "language": "ko",
         *           "title": "이용 제한",
         *           "reason": "불법 프로그램 사용"
         *         },
         *         {
         *           "language": "en",
         *           "title": "Access restricted",
         *           "reason": "Use of an illegal program."
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * @description `O` operations policy restriction, `N` temporary restriction.
           * @enum {unknown}
           */
          readonly type_status: 'O' | 'N';
          /** @description Type name in Korean, at most 200 bytes. */
          readonly type_name: string;
          /** @description Type name in English, at most 200 bytes. */
          readonly type_en_name: string;
          /** @description One entry per language; `ko` and `en` are required. */
          readonly reasons: readonly components['schemas']['RestrictionTypeTexts'][];
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: {
              /** @description Number of a registered restriction type. */
              readonly block_type: number;
            };
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.type.delete': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "block_type": 1
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /** @description Number of a registered restriction type. */
          readonly block_type: number;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TokenResult'];
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.type.get': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          readonly language?: components['schemas']['Language'];
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: components['schemas']['TypeLists'];
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.set': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "status": "B",
         *       "block_type": 1,
         *       "start_date": "2026-11-15 00:00:00",
         *       "end_date": "2099-12-15 00:00:00"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          /**
           * @description `P` permanent suspension, `B` user with a suspension period.
           * @enum {unknown}
           */
          readonly status: 'P' | 'B';
          /** @description Number of a registered restriction type. */
          readonly block_type: number;
          /** @description Start of suspension, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
          readonly start_date: string;
          /** @description End of suspension, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
          readonly end_date: string;
          /** @description If the player is already restricted, change nothing. */
          readonly skip_blocked?: boolean;
          /**
           * Format: int64
           * @description Device identifier. The player must be logged in on this device. A 64-bit integer: a double would lose digits.
           */
          readonly did?: bigint;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TokenResult'];
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.delete': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TokenResult'];
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.get': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          readonly language?: components['schemas']['Language'];
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: {
              readonly restriction: components['schemas']['PlayerRestriction'];
              /** @description The current restrictions of all scopes, `login` first. Only while there is one of another scope than `login`. */
              readonly restrictions?: readonly components['schemas']['ScopedRestriction'][];
              /** @description What the player was refunded for delivered goods and has not paid again, by currency. */
              readonly debt: readonly components['schemas']['Debt'][];
            };
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.scope.set': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "status": "B",
         *       "block_type": 1,
         *       "start_date": "2026-11-15 00:00:00",
         *       "end_date": "2099-12-15 00:00:00",
         *       "scope": "chat"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          /**
           * @description `P` permanent suspension, `B` user with a suspension period.
           * @enum {unknown}
           */
          readonly status: 'P' | 'B';
          /** @description Number of a registered restriction type. */
          readonly block_type: number;
          /** @description Start of suspension, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
          readonly start_date: string;
          /** @description End of suspension, `YYYY-MM-DD HH:mm:ss` in the app's time zone. */
          readonly end_date: string;
          /** @description If the player is already restricted, change nothing. */
          readonly skip_blocked?: boolean;
          /**
           * Format: int64
           * @description Device identifier. The player must be logged in on this device. A 64-bit integer: a double would lose digits.
           */
          readonly did?: bigint;
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
          readonly scope: string;
          /** @description With the scope `login`: nobody can log in on the last 10 devices of the player until the restriction ends. Default: as it is, at first `false`. */
          readonly with_devices?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TokenResult'];
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.scope.delete': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "scope": "chat"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
          readonly scope: string;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['TokenResult'];
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.scope.get': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "scope": "chat",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          readonly language?: components['schemas']['Language'];
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
          readonly scope: string;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: {
              readonly restriction: {
                /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. */
                readonly scope: string;
                /** @description Name of the scope in the requested language. */
                readonly scope_name: string;
                /**
                 * Format: int64
                 * @description Player identifier. A 64-bit integer: a double would lose digits.
                 */
                readonly player_id: bigint;
                /** @enum {unknown} */
                readonly status: 'P' | 'B';
                /** @description Number of a registered restriction type. */
                readonly block_type: number;
                /** @enum {unknown} */
                readonly type_status: 'O' | 'N';
                readonly title: string | null;
                readonly reason: string;
                readonly start_date: string;
                readonly end_date: string;
                /** @description False before the start of the period. */
                readonly in_effect: boolean;
                /** @description Code the player gives to support. */
                readonly support_code: string;
                /** @description Code that opens the page for appeals. Only where the type allows appeals. */
                readonly appeal_code?: string;
                /** @description True at a login on a device of another player, who is restricted with devices. */
                readonly by_device?: boolean;
              } | null;
            };
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.appeal': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "text": "It was my brother.",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          /** @description `login`, `chat`, `trade`, `purchase`, `ranked`, or a scope that the project has added. Default: `login`. */
          readonly scope?: string;
          /** @description What the player says, at most 2,000 characters. */
          readonly text: string;
          readonly language?: components['schemas']['Language'];
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: {
              /** @description The events about the appeal name it. */
              readonly appeal_id: string;
            };
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.history': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "player_id": 10000000123,
         *       "size": 20
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /**
           * Format: int64
           * @description Player identifier. A 64-bit integer: a double would lose digits.
           */
          readonly player_id: bigint;
          /** @description Default 20. */
          readonly size?: number;
          /** @description `data.next` of the previous page. */
          readonly before?: number;
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: {
              readonly history: readonly components['schemas']['RestrictionHistoryEntry'][];
              readonly next: number | null;
            };
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.bulk.set': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "users": [
         *         {
         *           "player_id": 10000000123,
         *           "status": "B",
         *           "block_type": 1,
         *           "start_date": "2026-11-15 00:00:00",
         *           "end_date": "2099-12-15 00:00:00"
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /** @description Entries with the fields of the single call. */
          readonly users: readonly {
            readonly [key: string]: unknown;
          }[];
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: components['schemas']['BulkResults'];
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'v2.block.bulk.delete': {
    readonly parameters: {
      readonly header: {
        /**
         * @description Always 0: data is not encrypted.
         * @example 0
         */
        readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "appid": "com.tollgate.demo",
         *       "users": [
         *         {
         *           "player_id": 10000000123
         *         }
         *       ]
         *     }
         */
        readonly 'application/json': {
          /** @description App identifier. */
          readonly appid: string;
          /** @description Entries with the fields of the single call. */
          readonly users: readonly {
            readonly [key: string]: unknown;
          }[];
        };
      };
    };
    readonly responses: {
      /** @description Success, or the reason in `result_code`. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @description `0` is success. */
            readonly result_code: number;
            /** @description Name of the code. With 4000, `: <field>` follows, and what is wrong where that needs words. With 4014, 4015 and 4016, `: ` and which text is wrong. */
            readonly result_msg: string;
            readonly token_validation: components['schemas']['TokenValidation'];
            readonly data?: components['schemas']['BulkResults'];
          };
        };
      };
      readonly 415: components['responses']['UnsupportedEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['RestrictionFailure2'];
    };
  };
  readonly 'purchase.verify': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "accountUuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *       "serviceReceipt": "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…",
         *       "productId": "gems.100",
         *       "providerId": "APPLE",
         *       "requestType": 1,
         *       "price": 9.99,
         *       "currency": "USD"
         *     }
         */
        readonly 'application/json': {
          /** @description Account UUID that links the purchase to the player. */
          readonly accountUuid: string;
          /** @description Default: the `X-SDK-Version` header. */
          readonly appVersion?: string;
          /** @description Purchase receipt. Its format depends on the provider. */
          readonly serviceReceipt: string;
          /** @description ISO 3166-1 code of two or three letters, in either case. Any other text is stored as null. */
          readonly country?: string;
          /** @description ISO 4217 three-letter code. */
          readonly currency?: string;
          /** @description ISO 639-1 code. Either case, three letters, old codes (`iw`) and tags (`en-US`) are normalised. Any other text is stored as null. */
          readonly language?: string;
          /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
          readonly iapPayload?: string;
          /** @description Order id, used to find the order when `storeTransactionId` is absent. */
          readonly orderId?: string;
          /** @description Price the player paid. Compared with the amount the market charged, digit by digit. Between -10^15 and 10^15, with at most 12 digits after the point. */
          readonly price?: number;
          /** @description In-app product id at the market. */
          readonly productId: string;
          /** @description Free app data, stored but never returned. At most 16 KiB. */
          readonly projectInfo?: Record<string, unknown>;
          readonly providerId: components['schemas']['Market'];
          /**
           * @description `1` new purchase, `2` restored purchase.
           * @enum {integer}
           */
          readonly requestType: 1 | 2;
          /** @description Game server id registered for the app. */
          readonly serverId?: string;
          /** @description Transaction id at the store, used to find the order. */
          readonly storeTransactionId?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "serviceAccountUuidCompare": 1,
           *         "serviceCurrency": "USD",
           *         "serviceDuplicated": false,
           *         "serviceGameServerPriceVerifyKey": null,
           *         "servicePayload": null,
           *         "servicePrice": 9.99,
           *         "serviceProductId": "gems.100",
           *         "serviceProviderId": "APPLE",
           *         "serviceProviderTransactionId": "370000000000001",
           *         "servicePurchaseCancelState": 0,
           *         "servicePurchaseTest": "N",
           *         "serviceQuantity": 1,
           *         "serviceReceipt": "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…",
           *         "serviceReceiptVerifyResult": {
           *           "transactionId": "370000000000001",
           *           "environment": "Production"
           *         },
           *         "serviceStoreTransactionId": "370000000000001",
           *         "serviceTransactionId": "AP_1"
           *       },
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: components['schemas']['PurchaseResult'];
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['VerifyRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['MarketFailed'];
    };
  };
  readonly 'subscription.verify': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "accountUuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
         *       "serviceReceipt": "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJ…",
         *       "country": "KR",
         *       "language": "ko",
         *       "providerId": "APPLE",
         *       "requestType": 1
         *     }
         */
        readonly 'application/json': {
          /** @description Account UUID that links the purchase to the player. */
          readonly accountUuid: string;
          /** @description Default: the `X-SDK-Version` header. */
          readonly appVersion?: string;
          /** @description Purchase receipt. Its format depends on the provider. */
          readonly serviceReceipt: string;
          /** @description ISO 3166-1 code of two or three letters, in either case. Any other text is stored as null. */
          readonly country: string;
          /** @description ISO 4217 three-letter code. */
          readonly currency?: string;
          /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
          readonly iapPayload?: string;
          /** @description ISO 639-1 code. Either case, three letters, old codes (`iw`) and tags (`en-US`) are normalised. Any other text is stored as null. */
          readonly language: string;
          /** @description Free app data, stored but never returned. At most 16 KiB. */
          readonly projectInfo?: Record<string, unknown>;
          /** @enum {unknown} */
          readonly providerId: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
          /**
           * @description `1` new purchase, `2` restored purchase.
           * @enum {integer}
           */
          readonly requestType: 1 | 2;
          /** @description Game server id registered for the app. */
          readonly serverId?: string;
          /** @description Optional and ignored; the receipt identifies the subscription. */
          readonly storeTransactionId?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "serviceAccountUuidCompare": 1,
           *         "serviceAutoRenewProductId": "serviceAutoRenewProductId",
           *         "serviceCurrency": "serviceCurrency",
           *         "serviceDuplicated": true,
           *         "serviceExpiresDate": 1,
           *         "serviceOriginalStoreTransactionId": "serviceOriginalStoreTransactionId",
           *         "servicePayload": "servicePayload",
           *         "servicePrice": 1,
           *         "serviceProductId": "serviceProductId",
           *         "serviceQuantity": 1,
           *         "serviceReceiptVerifyResult": {},
           *         "serviceRefundDate": 1,
           *         "serviceStoreTransactionId": "serviceStoreTransactionId",
           *         "serviceTransactionId": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10"
           *       },
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: {
              /**
               * @description `1` match, `2` mismatch, `9` not comparable.
               * @enum {unknown}
               */
              readonly serviceAccountUuidCompare: 1 | 2 | 9;
              /** @description Product of the next cycle; null if it does not renew. */
              readonly serviceAutoRenewProductId: string | null;
              /** @description Currency the market reports. */
              readonly serviceCurrency: string | null;
              /** @description True when the cycle was already verified. */
              readonly serviceDuplicated: boolean;
              /** @description End of the benefits, billing grace period included. Unix epoch milliseconds. */
              readonly serviceExpiresDate: number | null;
              /** @description Transaction id of the first payment; the same in every cycle. */
              readonly serviceOriginalStoreTransactionId: string | null;
              /** @description `iapPayload` of the request, or of the earlier verification. */
              readonly servicePayload: string | null;
              /** @description Amount the market reports. */
              readonly servicePrice: number | null;
              readonly serviceProductId: string;
              /** @enum {number} */
              readonly serviceQuantity: 1;
              /** @description Answer of the market. */
              readonly serviceReceiptVerifyResult: {
                readonly [key: string]: unknown;
              };
              /** @description Unix epoch milliseconds; always null for GOOGLE. */
              readonly serviceRefundDate: number | null;
              readonly serviceStoreTransactionId: string;
              /** Format: uuid */
              readonly serviceTransactionId: string;
            };
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['VerifyRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['MarketFailed'];
    };
  };
  readonly 'subscription.status': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "accountUuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10"
         *     }
         */
        readonly 'application/json': {
          /** @description Account UUID that links the purchase to the player. */
          readonly accountUuid: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "providerId": "APPLE",
           *           "originalStoreTransactionId": "originalStoreTransactionId",
           *           "productId": "gems.100",
           *           "autoRenewProductId": "autoRenewProductId",
           *           "status": "active",
           *           "replacedBy": "replacedBy",
           *           "active": true,
           *           "expiresDate": 1,
           *           "gracePeriodExpiresDate": 1,
           *           "refundDate": 1,
           *           "test": "N",
           *           "updatedDate": 1
           *         }
           *       ],
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: readonly {
              /** @enum {unknown} */
              readonly providerId: 'APPLE' | 'GOOGLE' | 'AMAZON' | 'CUSTOM';
              /** @description Transaction id of the first payment. */
              readonly originalStoreTransactionId: string | null;
              readonly productId: string;
              /** @description Product of the next cycle; null if it does not renew. */
              readonly autoRenewProductId: string | null;
              /** @enum {unknown} */
              readonly status:
                | 'active'
                | 'grace'
                | 'hold'
                | 'paused'
                | 'expired'
                | 'revoked'
                | 'replaced';
              /** @description With `replaced`: the purchase token of the one that took its place; null while Google has not named it. */
              readonly replacedBy?: string | null;
              /** @description Whether the player is entitled to the benefits now. */
              readonly active: boolean;
              /** @description Unix epoch milliseconds. */
              readonly expiresDate: number | null;
              /** @description Unix epoch milliseconds. */
              readonly gracePeriodExpiresDate: number | null;
              /** @description Unix epoch milliseconds. */
              readonly refundDate: number | null;
              /** @enum {unknown} */
              readonly test: 'N' | 'Y';
              /** @description Unix epoch milliseconds. */
              readonly updatedDate: number;
            }[];
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['PaymentRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['PaymentFailed'];
    };
  };
  readonly 'purchase.init': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "productId": "gem_100",
         *       "steamId": "76561197960287930",
         *       "language": "en"
         *     }
         */
        readonly 'application/json': {
          /** @description Id of a product of the app, no subscription. A permanent product is sold once: FORBIDDEN_REQUEST if the player owns it. */
          readonly productId: string;
          /**
           * @description Number of pieces; 1 for a permanent product.
           * @default 1
           */
          readonly quantity?: number;
          /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
          readonly iapPayload?: string;
          /** @description ISO 639-1 code. Either case, three letters, old codes (`iw`) and tags (`en-US`) are normalised. Any other text is stored as null. */
          readonly language?: string;
          /** @description SteamID of the buyer. */
          readonly steamId?: string;
          /** @description Hex ticket from GetAuthTicketForWebApi, which proves the Steam account. */
          readonly steamTicket?: string;
          /** @description Identity string the ticket was requested with. */
          readonly steamTicketIdentity?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "orderId": "H1000000001",
           *         "storeTransactionId": "370000000000001",
           *         "serviceReceipt": "sealed.v1.8Zk3…",
           *         "price": 9.99,
           *         "currency": "USD"
           *       },
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: {
              /** @description Digits for STEAM, `H` followed by digits for PG. */
              readonly orderId: string;
              /** @description Transaction id at Steam. */
              readonly storeTransactionId: string;
              /** @description Sealed receipt. Send it to the verify call unchanged. */
              readonly serviceReceipt: string;
              /** @description Amount of the whole order. */
              readonly price: number;
              readonly currency: string;
            };
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['OrderRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['MarketFailed'];
    };
  };
  readonly 'order.pay-page-url': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "productId": "gem_100",
         *       "currency": "USD"
         *     }
         */
        readonly 'application/json': {
          /** @description Id of a product of the app, no subscription. A permanent product is sold once: FORBIDDEN_REQUEST if the player owns it. */
          readonly productId: string;
          /**
           * @description Number of pieces; 1 for a permanent product.
           * @default 1
           */
          readonly quantity?: number;
          /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
          readonly iapPayload?: string;
          /** @description ISO 4217 three-letter code. */
          readonly currency?: string;
          /** @description The buyer, for the gateway. Tollgate does not store it. */
          readonly customer?: {
            readonly fullName?: string;
            readonly phoneNumber?: string;
            readonly email?: string;
          };
          /** @description Custom amount for the whole order. */
          readonly customPrice?: number;
          /** @description Currency of the custom amount. */
          readonly fixedCurrency?: string;
          /** @description Key the app server issued for the custom amount; for products with `custom_price` `signed`, a JWS. The verified purchase returns it. */
          readonly gameServerPriceVerifyKey?: string;
          /** @description Token of StoreKit, of a buyer who came from the app in the App Store. Tollgate reports the sale to Apple. */
          readonly externalPurchaseToken?: string;
          /** @description Token of Play Billing, of a buyer who came from the app in Google Play. Tollgate reports the sale to Google. */
          readonly externalTransactionToken?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "orderId": "H1000000001",
           *         "payUrl": "https://checkout.stripe.com/c/pay/cs_live_…",
           *         "price": 9.99,
           *         "currency": "USD"
           *       },
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: {
              /** @description Digits for STEAM, `H` followed by digits for PG. */
              readonly orderId: string;
              readonly payUrl: string;
              /** @description Amount of the whole order. */
              readonly price: number;
              readonly currency: string;
            };
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['OrderRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['MarketFailed'];
    };
  };
  readonly 'purchase.restore': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /** @example {} */
        readonly 'application/json': {
          /**
           * Format: int64
           * @description The player. Required with an app-server token, which only it may send. A 64-bit integer: a double would lose digits.
           */
          readonly targetPlayerId?: bigint;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "providerId": "APPLE",
           *           "orderId": "H1000000001",
           *           "storeTransactionId": "370000000000001",
           *           "productId": "gems.100",
           *           "quantity": 1,
           *           "price": 9.99,
           *           "currency": "USD",
           *           "iapPayload": "iapPayload",
           *           "serviceReceipt": "sealed.v1.8Zk3…",
           *           "orderDate": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: readonly {
              readonly providerId: components['schemas']['Market'];
              /** @description Digits for STEAM, `H` followed by digits for PG. */
              readonly orderId: string;
              readonly storeTransactionId: string | null;
              readonly productId: string;
              readonly quantity: number;
              /** @description Amount of the whole order. */
              readonly price: number;
              readonly currency: string;
              readonly iapPayload: string | null;
              /** @description Sealed receipt. Send it to the verify call unchanged. */
              readonly serviceReceipt: string;
              /** @description When the order was opened (UTC). */
              readonly orderDate: string;
            }[];
            readonly meta: null | {
              /** @enum {boolean} */
              readonly incomplete: true;
              /** @description The markets that could not be asked about all open orders. */
              readonly markets: readonly components['schemas']['Market'][];
            };
          };
        };
      };
      readonly 400: components['responses']['OrderRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['MarketFailed'];
    };
  };
  readonly 'purchase.finalize': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "orderId": "H1000000001"
         *     }
         */
        readonly 'application/json': {
          /** @description `orderId` of the order to close. */
          readonly orderId: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "orderId": "H1000000001"
           *       },
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: {
              /** @description Digits for STEAM, `H` followed by digits for PG. */
              readonly orderId: string;
            };
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['OrderRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['MarketFailed'];
    };
  };
  readonly 'item.result': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "serviceTransactionId": "ST_12",
         *       "result": 1
         *     }
         */
        readonly 'application/json': {
          /** @description `serviceTransactionId` from the verify call. */
          readonly serviceTransactionId: string;
          /**
           * @description `1` delivered, `2` cancelled, `3` cancelled and clawed back.
           * @enum {integer}
           */
          readonly result: 1 | 2 | 3;
          /** @description How much of it the player has used, in percent, to a thousandth. Only with an app-server token. */
          readonly consumptionPercentage?: number;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "serviceTransactionId": "ST_12",
           *         "result": 1
           *       },
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            /**
             * @example {
             *       "serviceTransactionId": "ST_12",
             *       "result": 1
             *     }
             */
            readonly data: {
              /** @description `serviceTransactionId` from the verify call. */
              readonly serviceTransactionId: string;
              /**
               * @description `1` delivered, `2` cancelled, `3` cancelled and clawed back.
               * @enum {integer}
               */
              readonly result: 1 | 2 | 3;
              /** @description How much of it the player has used, in percent, to a thousandth. Only with an app-server token. */
              readonly consumptionPercentage?: number;
            };
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['PaymentRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['PaymentFailed'];
    };
  };
  readonly 'purchase.history': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "providerId": "APPLE",
         *       "startDate": "2026-11-01T00:00:00Z",
         *       "endDate": "2026-11-30T23:59:59Z",
         *       "size": 20
         *     }
         */
        readonly 'application/json': {
          /** @description `meta.page.nextCursor` of the previous page, unchanged. */
          readonly cursor?: string;
          /**
           * Format: date-time
           * @description End of the date range, inclusive. Default: now.
           */
          readonly endDate?: string;
          readonly providerId: components['schemas']['Market'];
          /** @default 20 */
          readonly size?: number;
          /**
           * Format: date-time
           * @description Start of the date range, inclusive; at most 30 days before the end.
           */
          readonly startDate: string;
          /**
           * Format: int64
           * @description Only purchases of this player. Requires an app-server token. A 64-bit integer: a double would lose digits.
           */
          readonly targetPlayerId?: bigint;
          /** @description Only the transaction with this `storeTransactionId`; ignores the date range. */
          readonly transactionId?: string;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "providerId": "APPLE",
           *           "purchaseAmount": "9.99",
           *           "purchaseCurrency": "USD",
           *           "purchaseDate": "2026-11-15T12:00:00.000Z",
           *           "purchaseDateSource": "STORE_PAYMENT",
           *           "storeTransactionId": "370000000000001",
           *           "transactionId": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10",
           *           "verifiedDate": "2026-11-15T12:00:00.000Z"
           *         }
           *       ],
           *       "meta": {
           *         "page": {
           *           "hasNext": true,
           *           "nextCursor": "nextCursor",
           *           "hasPrevious": null,
           *           "previousCursor": null
           *         }
           *       }
           *     }
           */
          readonly 'application/json': {
            readonly data: readonly {
              readonly providerId: components['schemas']['Market'];
              /** @description Empty when the market gives no amount. */
              readonly purchaseAmount: string;
              /** @description ISO 4217; empty when the market gives no currency. */
              readonly purchaseCurrency: string;
              /**
               * Format: date-time
               * @description When the player bought it. The exact event depends on the provider.
               */
              readonly purchaseDate: string;
              /** @enum {unknown} */
              readonly purchaseDateSource:
                | 'STORE_PAYMENT'
                | 'PAYMENT_CONFIRMED'
                | 'ORDER_CREATED'
                | 'VERIFIED';
              readonly storeTransactionId: string;
              /** Format: uuid */
              readonly transactionId: string;
              /**
               * Format: date-time
               * @description When it was verified. The list is sorted by this date.
               */
              readonly verifiedDate: string;
            }[];
            readonly meta: {
              readonly page: {
                readonly hasNext: boolean;
                readonly nextCursor: string | null;
                /** @description Always null: paging only goes forward. */
                readonly hasPrevious: null;
                readonly previousCursor: null;
              };
            };
          };
        };
      };
      readonly 400: components['responses']['HistoryRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['PaymentFailed'];
    };
  };
  readonly 'purchase.owned': {
    readonly parameters: {
      readonly header: {
        /**
         * @description App identifier.
         * @example com.tollgate.demo
         */
        readonly 'X-App-Id': components['parameters']['header.X-App-Id'];
        /**
         * @description Version of the client SDK; stored as `appVersion` if that is missing.
         * @example X-SDK-Version
         */
        readonly 'X-SDK-Version'?: components['parameters']['header.X-SDK-Version'];
        /**
         * @description Platform of the client.
         * @example X-Platform
         */
        readonly 'X-Platform'?: components['parameters']['header.X-Platform'];
        /**
         * @description Version of the operating system.
         * @example X-OS-Version
         */
        readonly 'X-OS-Version'?: components['parameters']['header.X-OS-Version'];
        /**
         * @description Language of the client.
         * @example Accept-Language
         */
        readonly 'Accept-Language'?: components['parameters']['header.Accept-Language'];
        /**
         * @description W3C Trace Context, continued in logs and notifications.
         * @example traceparent
         */
        readonly traceparent?: components['parameters']['header.traceparent'];
      };
    };
    readonly requestBody: {
      readonly content: {
        /**
         * @example {
         *       "accountUuid": "7c1f9a52-52a5-4b43-a5d5-6f5a2d7c9e10"
         *     }
         */
        readonly 'application/json': {
          /** @description Account UUID that links the purchase to the player. */
          readonly accountUuid?: string;
          /**
           * Format: int64
           * @description All accounts of this player. Requires an app-server token. A 64-bit integer: a double would lose digits.
           */
          readonly targetPlayerId?: bigint;
        };
      };
    };
    readonly responses: {
      /** @description Success. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "productId": "gems.100",
           *           "providerId": "APPLE",
           *           "since": "2026-11-15T12:00:00.000Z",
           *           "until": "2026-11-15T12:00:00.000Z",
           *           "ownership": "PURCHASED"
           *         }
           *       ],
           *       "meta": null
           *     }
           */
          readonly 'application/json': {
            readonly data: readonly {
              readonly productId: string;
              /** @description Null for a grant. */
              readonly providerId: components['schemas']['Market'] | null;
              /** Format: date-time */
              readonly since: string;
              /** @description Null: for good. */
              readonly until: string | null;
              /** @enum {unknown} */
              readonly ownership: 'PURCHASED' | 'FAMILY_SHARED' | 'GRANTED';
            }[];
            readonly meta: null;
          };
        };
      };
      readonly 400: components['responses']['PaymentRejected'];
      readonly 415: components['responses']['PaymentEncoding'];
      readonly 429: components['responses']['RateLimited'];
      readonly 500: components['responses']['PaymentFailed'];
    };
  };
}
