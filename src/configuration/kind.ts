// A kind of thing that a configuration file holds: its shape there, and how it is read and changed.
import type { TSchema } from 'typebox';
import type { AlertContext } from '../alerts/channels.ts';
import type { Actor } from '../audit/audit.ts';
import { isRejection, type OperationContext, type Rejection } from '../audit/operation.ts';
import type { Page } from '../base/paging.ts';
import type { OutboxContext } from '../outbox/operations/receivers.ts';
import type { Types } from '../restriction/types.ts';
import type { App, Directory } from '../tenants/directory.ts';
import type { Resolve } from './secrets.ts';

export interface ConfigurationDeps {
  readonly context: OperationContext;
  readonly directory: Directory;
  readonly restrictions: { readonly types: Types };
  readonly outbox: OutboxContext;
  readonly alerts: AlertContext;
}

export interface InProject extends ConfigurationDeps {
  readonly gameIndex: number;
}

export interface InApp extends InProject {
  readonly appid: string;
}

export type Outcome = object | Rejection;

export interface Kind<Place, Item extends object = object> {
  /** Its name in the file. */
  readonly section: string;
  readonly item: TSchema;
  /** What an item is called; no two have the same. */
  key(item: Item): string;
  /** Those that are stored. */
  read(place: Place): Promise<Item[]>;
  /** An item of the file with defaults and secrets, as `read` returns it. */
  complete(item: Item, resolve: Resolve): Item | Rejection;
  /** `old` is the stored one of that name. */
  put(place: Place, actor: Actor, item: Item, old: Item | undefined): Promise<Outcome>;
  remove(place: Place, actor: Actor, item: Item): Promise<Outcome>;
}

/** For a list of kinds, whose items differ. */
export const kind = <Place, Item extends object>(one: Kind<Place, Item>): Kind<Place> =>
  one as unknown as Kind<Place>;

/** Every item of a list that comes in pages. */
export async function readAll<T>(
  list: (query: {
    readonly after?: string;
    readonly limit: number;
  }) => Promise<Page<T> | Rejection>,
): Promise<T[]> {
  const items: T[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await list({ limit: 500, ...(after !== undefined && { after }) });
    if (isRejection(page)) return items;
    items.push(...page.items);
    after = page.next;
  }
  return items;
}

/** What lists of all answer, or nothing of what is not there yet. */
export const itemsOf = <T>(list: { readonly items: T[] } | Rejection): T[] =>
  isRejection(list) ? [] : list.items;

/** It may have been created a moment ago. */
export async function appIn({ directory, appid }: InApp): Promise<App> {
  const app = await directory.app(appid);
  if (!app) throw new Error(`the app ${appid} is gone`);
  return app;
}
