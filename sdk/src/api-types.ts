// Generated from openapi.json by `npm run openapi`: what an app server sends and gets.
export interface paths {
  readonly '/oauth/token': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Issue an app-server token (RFC 6749, client credentials) */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly grant_type?: string;
            readonly scope?: string;
            readonly client_id?: string;
            readonly client_secret?: string;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly access_token: string;
              /** @enum {string} */
              readonly token_type: 'Bearer';
              readonly expires_in: number;
            };
          };
        };
        readonly 400: components['responses']['OauthError400'];
        readonly 401: components['responses']['OauthError401'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/v1/login': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Record a player's login and issue a user token (app-server token) */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly appid: string;
            /**
             * Format: int64
             * @description Player identifier.
             */
            readonly player_id: bigint;
            /**
             * Format: int64
             * @description Device identifier from an earlier login. Default: a new one.
             */
            readonly did?: bigint;
            /**
             * Format: uuid
             * @description Account UUID of the purchases to link to the player.
             */
            readonly account_uuid?: string;
            /** @description Language of the restriction texts. Default: `en`. */
            readonly language?: string;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              /** @description Null while the player is restricted. */
              readonly access_token: string | null;
              /** @enum {string} */
              readonly token_type: 'Bearer';
              readonly expires_in: number | null;
              /**
               * Format: int64
               * @description Device identifier to send with the next login.
               */
              readonly did: bigint;
              readonly restriction: components['schemas']['PlayerRestriction'];
            };
          };
        };
        readonly 400: components['responses']['LoginError400'];
        readonly 401: components['responses']['LoginError401'];
        readonly 404: components['responses']['LoginError404'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/auth/v1/logout': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Log a player out, with the user token or an app-server token */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            readonly appid?: string;
            /**
             * Format: int64
             * @description Player to log out. Requires an app-server token.
             */
            readonly player_id?: bigint;
            /**
             * Format: int64
             * @description Only on this device.
             */
            readonly did?: bigint;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly logged_out: boolean;
            };
          };
        };
        readonly 400: components['responses']['LoginError400'];
        readonly 401: components['responses']['LoginError401'];
        readonly 404: components['responses']['LoginError404'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/game/block/type/set': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Register a restriction type */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "service_certification_key": "tgk_…",
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
            /** @description The app's authentication key. */
            readonly service_certification_key: string;
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly data?: {
                /** @description Number of a registered restriction type. */
                readonly block_type: number;
              };
            };
          };
        };
        readonly 500: components['responses']['Result500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/game/block/type/delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Delete a restriction type */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "service_certification_key": "tgk_…",
           *       "block_type": 1
           *     }
           */
          readonly 'application/json': {
            /** @description App identifier. */
            readonly appid: string;
            /** @description The app's authentication key. */
            readonly service_certification_key: string;
            /** @description Number of a registered restriction type. */
            readonly block_type: number;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': components['schemas']['Result'];
          };
        };
        readonly 500: components['responses']['Result500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/game/block/type/get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** List restriction types */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "service_certification_key": "tgk_…",
           *       "language": "en"
           *     }
           */
          readonly 'application/json': {
            /** @description App identifier. */
            readonly appid: string;
            /** @description The app's authentication key. */
            readonly service_certification_key: string;
            readonly language?: components['schemas']['Language'];
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly data?: components['schemas']['TypeLists'];
            };
          };
        };
        readonly 500: components['responses']['Result500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/game/block/set': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Register or change an access restriction */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "service_certification_key": "tgk_…",
           *       "player_id": 10000000123,
           *       "status": "B",
           *       "block_type": 1,
           *       "start_date": "2026-11-15 00:00:00",
           *       "end_date": "2026-12-15 00:00:00"
           *     }
           */
          readonly 'application/json': {
            /** @description App identifier. */
            readonly appid: string;
            /** @description The app's authentication key. */
            readonly service_certification_key: string;
            /**
             * Format: int64
             * @description Player identifier.
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
             * @description Device identifier. The player must be logged in on this device.
             */
            readonly did?: bigint;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': components['schemas']['Result'];
          };
        };
        readonly 500: components['responses']['Result500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/game/block/delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Release an access restriction */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          /**
           * @example {
           *       "appid": "com.tollgate.demo",
           *       "service_certification_key": "tgk_…",
           *       "player_id": 10000000123
           *     }
           */
          readonly 'application/json': {
            /** @description App identifier. */
            readonly appid: string;
            /** @description The app's authentication key. */
            readonly service_certification_key: string;
            /**
             * Format: int64
             * @description Player identifier.
             */
            readonly player_id: bigint;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': components['schemas']['Result'];
          };
        };
        readonly 500: components['responses']['Result500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/type/set': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Register a restriction type */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly token_validation: components['schemas']['Result'];
              readonly data?: {
                /** @description Number of a registered restriction type. */
                readonly block_type: number;
              };
            };
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/type/delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Delete a restriction type */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': components['schemas']['TokenResult'];
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/type/get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** List restriction types */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly token_validation: components['schemas']['Result'];
              readonly data?: components['schemas']['TypeLists'];
            };
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/set': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Register or change an access restriction */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
           *       "end_date": "2026-12-15 00:00:00"
           *     }
           */
          readonly 'application/json': {
            /** @description App identifier. */
            readonly appid: string;
            /**
             * Format: int64
             * @description Player identifier.
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
             * @description Device identifier. The player must be logged in on this device.
             */
            readonly did?: bigint;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': components['schemas']['TokenResult'];
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Release an access restriction */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
             * @description Player identifier.
             */
            readonly player_id: bigint;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': components['schemas']['TokenResult'];
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/get': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Get the restriction of a player, or null */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
             * @description Player identifier.
             */
            readonly player_id: bigint;
            readonly language?: components['schemas']['Language'];
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly token_validation: components['schemas']['Result'];
              readonly data?: {
                readonly restriction: components['schemas']['PlayerRestriction'];
              };
            };
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/history': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** List the restriction history of a player, newest first */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
             * @description Player identifier.
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly token_validation: components['schemas']['Result'];
              readonly data?: {
                readonly history: readonly components['schemas']['RestrictionHistoryEntry'][];
                readonly next: number | null;
              };
            };
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/bulk/set': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Register up to 1,000 restrictions, with a result for each */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
           *           "end_date": "2026-12-15 00:00:00"
           *         }
           *       ]
           *     }
           */
          readonly 'application/json': {
            /** @description App identifier. */
            readonly appid: string;
            /** @description Entries with the fields of the single call. */
            readonly users: readonly Record<string, unknown>[];
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly token_validation: components['schemas']['Result'];
              readonly data?: components['schemas']['BulkResults'];
            };
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/v2/game/block/bulk/delete': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Release up to 1,000 restrictions, with a result for each */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header: {
          /** @description An app-server access token. */
          readonly 'X-Access-Token': components['parameters']['header.X-Access-Token'];
          /** @description Always 0: data is not encrypted. */
          readonly ISCRYPT: components['parameters']['header.ISCRYPT'];
        };
        readonly path?: never;
        readonly cookie?: never;
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
            readonly users: readonly Record<string, unknown>[];
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly result_code: number;
              readonly result_msg: string;
              readonly token_validation: components['schemas']['Result'];
              readonly data?: components['schemas']['BulkResults'];
            };
          };
        };
        readonly 500: components['responses']['TokenResult500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/purchase/verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Verify the receipt of a consumable purchase */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
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
            /** @description ISO 3166-1 code: two letters, or three, of either case. */
            readonly country?: string;
            /** @description ISO 4217 three-letter code. */
            readonly currency?: string;
            /** @description ISO 639-1 code. Three letters, either case and old codes (`iw`) are normalised. */
            readonly language?: string;
            /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
            readonly iapPayload?: string;
            /** @description Order id, used to find the order when `storeTransactionId` does not. */
            readonly orderId?: string;
            /** @description Price the player paid. Compared with the amount the market charged, digit by digit. At most 10^15, with at most 12 digits after the point. */
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly data: components['schemas']['PurchaseResult'];
              readonly meta: null;
            };
          };
        };
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/subscription/verify': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Verify the receipt of a subscription */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
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
            /** @description ISO 3166-1 code: two letters, or three, of either case. */
            readonly country: string;
            /** @description ISO 4217 three-letter code. */
            readonly currency?: string;
            /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
            readonly iapPayload?: string;
            /** @description ISO 639-1 code. Three letters, either case and old codes (`iw`) are normalised. */
            readonly language: string;
            /** @description Free app data, stored but never returned. At most 16 KiB. */
            readonly projectInfo?: Record<string, unknown>;
            /** @enum {unknown} */
            readonly providerId: 'APPLE' | 'GOOGLE';
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly data: {
                /** @enum {unknown} */
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
                readonly serviceReceiptVerifyResult: Record<string, unknown>;
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
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/subscription/status': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** List the recorded subscriptions of an account; the market is asked only after their end */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description Account UUID that links the purchase to the player. */
            readonly accountUuid: string;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly data: readonly {
                /** @enum {unknown} */
                readonly providerId: 'APPLE' | 'GOOGLE';
                /** @description Transaction id of the first payment. */
                readonly originalStoreTransactionId: string | null;
                readonly productId: string;
                /** @description Product of the next cycle; null if it does not renew. */
                readonly autoRenewProductId: string | null;
                /** @enum {unknown} */
                readonly status: 'active' | 'grace' | 'hold' | 'paused' | 'expired' | 'revoked';
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
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/purchase/init': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Open a STEAM order and get its sealed receipt */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
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
            /** @description Id of a consumable product of the app. */
            readonly productId: string;
            /** @default 1 */
            readonly quantity?: number;
            /** @description Free text, returned as `servicePayload`. At most 4 KiB. */
            readonly iapPayload?: string;
            /** @description ISO 639-1 code. Three letters, either case and old codes (`iw`) are normalised. */
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
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
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
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/order/pay-page-url': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Open a PG order and get the URL of its payment page */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
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
            /** @description Id of a consumable product of the app. */
            readonly productId: string;
            /** @default 1 */
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
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
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
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/purchase/restore': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** List paid but undelivered STEAM and PG orders with their sealed receipts */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': Record<string, unknown>;
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
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
              readonly meta: null;
            };
          };
        };
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/purchase/finalize': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Close a STEAM or PG order after delivery */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          readonly 'application/json': {
            /** @description `orderId` of the order to close. */
            readonly orderId: string;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
            readonly 'application/json': {
              readonly data: {
                /** @description Digits for STEAM, `H` followed by digits for PG. */
                readonly orderId: string;
              };
              readonly meta: null;
            };
          };
        };
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/item/result': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** Record the delivery result of a purchase */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
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
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
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
              };
              readonly meta: null;
            };
          };
        };
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/payment/v1/transactions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    /** List verified purchases of one provider, newest first */
    readonly post: {
      readonly parameters: {
        readonly query?: never;
        readonly header?: never;
        readonly path?: never;
        readonly cookie?: never;
      };
      readonly requestBody: {
        readonly content: {
          /**
           * @example {
           *       "providerId": "APPLE",
           *       "startDate": "2026-11-01T00:00:00Z",
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
             * @description Only purchases of this player. Requires an app-server token.
             */
            readonly targetPlayerId?: bigint;
            /** @description Only the transaction with this `storeTransactionId`; ignores the date range. */
            readonly transactionId?: string;
          };
        };
      };
      readonly responses: {
        /** @description Default Response */
        readonly 200: {
          headers: {
            readonly [name: string]: unknown;
          };
          content: {
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
        readonly 400: components['responses']['PaymentProblem400'];
        readonly 500: components['responses']['PaymentProblem500'];
      };
    };
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly BulkResults: {
      readonly results: readonly {
        /**
         * Format: int64
         * @description Missing when the entry has none.
         */
        readonly player_id?: bigint;
        readonly result_code: number;
        readonly result_msg: string;
      }[];
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
    readonly LoginError: {
      readonly error: string;
      readonly message: string;
    };
    /** @enum {unknown} */
    readonly Market: 'APPLE' | 'GOOGLE' | 'STEAM' | 'PG';
    readonly OauthError: {
      readonly error: string;
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
    readonly PlayerRestriction: {
      /**
       * Format: int64
       * @description Player identifier.
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
    } | null;
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
      readonly serviceProductId: string;
      readonly serviceProviderId: components['schemas']['Market'];
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
      readonly serviceQuantity: number;
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
    readonly Result: {
      readonly result_code: number;
      readonly result_msg: string;
    };
    readonly TokenResult: {
      readonly result_code: number;
      readonly result_msg: string;
      readonly token_validation: components['schemas']['Result'];
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
    /** @description Default Response */
    readonly LoginError400: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['LoginError'];
      };
    };
    /** @description Default Response */
    readonly LoginError401: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['LoginError'];
      };
    };
    /** @description Default Response */
    readonly LoginError404: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['LoginError'];
      };
    };
    /** @description Default Response */
    readonly OauthError400: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['OauthError'];
      };
    };
    /** @description Default Response */
    readonly OauthError401: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/json': components['schemas']['OauthError'];
      };
    };
    /** @description Rejected. Sending it again unchanged does not help, except after PAYMENT_PENDING. */
    readonly PaymentProblem400: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description The market did not answer, or the service failed. `detail` says whether to send the request again. */
    readonly PaymentProblem500: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        readonly 'application/problem+json': components['schemas']['PaymentProblem'];
      };
    };
    /** @description Default Response */
    readonly Result500: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "result_code": 5000,
         *       "result_msg": "INTERNAL_ERROR"
         *     }
         */
        readonly 'application/json': components['schemas']['Result'];
      };
    };
    /** @description Default Response */
    readonly TokenResult500: {
      headers: {
        readonly [name: string]: unknown;
      };
      content: {
        /**
         * @example {
         *       "result_code": 5000,
         *       "result_msg": "INTERNAL_ERROR",
         *       "token_validation": {
         *         "result_code": 0,
         *         "result_msg": "SUCCESS"
         *       }
         *     }
         */
        readonly 'application/json': components['schemas']['TokenResult'];
      };
    };
  };
  parameters: {
    /** @description Always 0: data is not encrypted. */
    readonly 'header.ISCRYPT': '0';
    /** @description An app-server access token. */
    readonly 'header.X-Access-Token': string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
