// Steam accounts: their wallet, their country's tax, what keeps them from buying, their tickets.
import { randomBytes } from 'node:crypto';
import type { ErrorCode } from './errors.ts';

/** What an account's status does to a purchase, and how GetUserInfo calls it. */
export const accountStatuses = {
  Active: { shown: 'Active' },
  Trusted: { shown: 'Trusted' },
  Locked: { shown: 'Locked', refusal: 103 },
  Disabled: { shown: 'Locked', refusal: 102 },
  RestrictedCountry: { shown: 'Locked', refusal: 11 },
  LoggedOut: { shown: 'Active', refusal: 7 },
  Unavailable: { refusal: 9 },
} as const satisfies Record<string, { shown?: string; refusal?: ErrorCode }>;

export type AccountStatus = keyof typeof accountStatuses;

export interface User {
  steamid: string;
  /** A US state; empty elsewhere. */
  state: string;
  country: string;
  currency: string;
  status: AccountStatus;
  /** The user's own rate; the country's when absent. */
  vatRate?: number;
}

export interface Ticket {
  steamid: string;
  ownersteamid: string;
  appid?: number;
  identity?: string;
}

export interface Users {
  get(steamid: string): User;
  put(user: User): void;
  setCountryVat(country: string, rate: number): void;
  vatRate(user: User): number;
  mintTicket(ticket: Ticket): string;
  ticket(hex: string): Ticket | undefined;
  readonly size: number;
  exportState(): unknown;
  importState(state: unknown): void;
  reset(): void;
}

interface UsersState {
  users: User[];
  vat: [string, number][];
  tickets: [string, Ticket][];
}

export function createUsers(): Users {
  let users = new Map<string, User>();
  let vat = new Map<string, number>();
  let tickets = new Map<string, Ticket>();

  function load(state: UsersState) {
    users = new Map(state.users.map((user) => [user.steamid, user]));
    vat = new Map(state.vat);
    tickets = new Map(state.tickets);
  }

  return {
    get: (steamid) =>
      users.get(steamid) ?? {
        steamid,
        state: 'WA',
        country: 'US',
        currency: 'USD',
        status: 'Active',
      },
    put: (user) => users.set(user.steamid, user),
    setCountryVat: (country, rate) => vat.set(country, rate),
    vatRate: (user) => user.vatRate ?? vat.get(user.country) ?? 0,
    mintTicket(ticket) {
      const hex = randomBytes(64).toString('hex');
      tickets.set(hex, ticket);
      return hex;
    },
    ticket: (hex) => tickets.get(hex.toLowerCase()),
    get size() {
      return users.size;
    },
    exportState: (): UsersState => ({
      users: [...users.values()],
      vat: [...vat],
      tickets: [...tickets],
    }),
    importState: (state) => load(state as UsersState),
    reset: () => load({ users: [], vat: [], tickets: [] }),
  };
}
