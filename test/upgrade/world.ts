// What a writer hands over to the readers: the secrets and names that callers of the service would have.
import type { Client, EnvironmentName } from './gate.ts';
import type { Json } from './wire.ts';

export interface World {
  /** The clock when the writing ended, Unix epoch milliseconds; a reader goes on from there. */
  readonly writtenAt: number;
  readonly environments: Readonly<Record<EnvironmentName, Handles>>;
}

export interface Handles {
  /** The issuer of the tokens, and where the markets send their notices. */
  readonly publicUrl: string;
  readonly adminToken: string;
  readonly endedAdminToken: string;
  readonly people: People;
  readonly keys: readonly {
    readonly appid: string;
    readonly key: string;
    readonly valid: boolean;
  }[];
  readonly clients: readonly (Client & { readonly appid: string; readonly valid: boolean })[];
  /** App-server tokens: issued before the signing key was changed, after it (by app), and revoked. */
  readonly tokens: {
    readonly before: string;
    readonly after: Readonly<Record<string, string>>;
    readonly revoked: string;
  };
  /** Players with a restriction or with a past; ids as decimal text. */
  readonly players: readonly Player[];
  readonly buyers: readonly Buyer[];
  readonly sales: readonly Sale[];
  readonly open: OpenSales;
  readonly cursor: { readonly appid: string; readonly request: Json; readonly rest: Json };
}

export interface People {
  readonly owner: Person & {
    readonly totpSecret: string;
    readonly recoveryCodes: readonly string[];
    /** Of a session that is signed in. */
    readonly cookie: string;
    readonly csrf: string;
  };
  readonly operator: Person;
  /** Behind the `#` of a link that nobody has opened yet. */
  readonly invitation: Omit<Person, 'password'> & { readonly token: string };
}

export interface Person {
  readonly email: string;
  readonly password: string;
}

export interface Player {
  readonly appid: string;
  readonly player_id: string;
}

export interface Buyer extends Player {
  /** Linked at the login, or derived from the player as the service does it. */
  readonly account: string;
  /** A user login token, and the device of the login. */
  readonly token: string;
  readonly did: string;
}

/** A request that was verified. */
export interface Sale {
  readonly appid: string;
  readonly path: string;
  readonly body: Json;
}

/** What was begun and waits for its end. */
export interface OpenSales {
  /** Opened at Steam, not approved. */
  readonly steam: Sale & { readonly orderId: string };
  /** The money was taken, but the answer was lost on the way. */
  readonly charging: Sale & { readonly orderId: string };
  /** Opened at the gateways, paid or not, with a custom amount too; the receipts come from restore. */
  readonly gateways: readonly {
    readonly buyer: Buyer;
    readonly orderId: string;
    readonly isPaid: boolean;
    readonly priceVerifyKey: string | null;
  }[];
  /** Not paid yet at Google Play. */
  readonly pending: Sale & { readonly purchaseToken: string };
  /** Refunded by the App Store before anybody verified it. */
  readonly refunded: Sale;
  /** Verified, but Google Play could not be told so far. */
  readonly unacknowledged: { readonly appid: string; readonly serviceTransactionId: string };
  /** A subscription with cycles that nobody verified. */
  readonly subscription: Sale & { readonly transactionId: string; readonly account: string };
}
