// What the console's foundation reads of the admin API; each page describes its own records.
export type Role = 'viewer' | 'operator' | 'admin' | 'owner';
export type EnvironmentName = 'production' | 'sandbox';

export interface Environment {
  readonly environment: EnvironmentName;
  /** The other environment's console. */
  readonly other: { readonly environment: EnvironmentName; readonly url: string } | null;
}

export interface Session extends Environment {
  readonly account_id: string;
  readonly email: string;
  /** Owner of the installation: every role in every project. */
  readonly owner: boolean;
  readonly second_factor: boolean;
  readonly csrf: string;
  readonly roles: readonly {
    readonly game_index: number;
    readonly name: string;
    readonly role: Role;
  }[];
}

export interface Project {
  readonly game_index: number;
  readonly name: string;
  readonly created_at: string;
}

export interface AppRecord {
  readonly appid: string;
  readonly game_index: number;
  readonly name: string;
  readonly time_zone: string;
  readonly account_namespace: string;
  readonly created_at: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
