// What a measured case consists of. One file in cases/ for each; all processes of the bench read it.
import { readdirSync } from 'node:fs';
import type { TObject, TSchema } from 'typebox';
import type { Service } from '../src/service.ts';
import type { Kind } from '../test/support/databases.ts';

/** The app that every case works with; plain data, since it travels between processes. */
export interface BenchApp {
  readonly appid: string;
  readonly gameIndex: number;
  readonly key: string;
  readonly token: string;
  readonly blockType: number;
}

export interface BenchRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ASCII only. */
  readonly body: string;
}

export interface Case {
  readonly name: string;
  /** Least share of the echo's requests per second. */
  readonly target: Readonly<Record<Kind, number>>;
  /** Most processor time of service and database together, as a multiple of the echo's. */
  readonly cost?: Readonly<Record<Kind, number>>;
  /** Most of all cores that may stand idle meanwhile. */
  readonly idle?: Readonly<Record<Kind, number>>;
  /** Most own memory of the service, in MiB. */
  readonly memory?: number;
  /** Another program in `peers/` that does the same, with the least multiple of its requests per second. */
  readonly peer?: { readonly name: string; readonly target: Readonly<Record<Kind, number>> };
  /** A case that this one should be as fast as, with the least share of its ratio. */
  readonly like?: { readonly name: string; readonly target: number };
  /** The same body, schema and answer, with no work between them, or only what nobody can do without. */
  readonly echo: {
    readonly body: TObject;
    readonly answer: TSchema;
    readonly reply: object;
    readonly work?: () => void;
  };
  /** How many different requests there are; they are sent round and round. */
  readonly variety: number;
  /** Fills the fresh database beyond the app itself. */
  setup?(service: Service, app: BenchApp): Promise<void>;
  /** Routes that only the bench needs. */
  routes?(service: Service): void;
  request(app: BenchApp, index: number): BenchRequest;
  isExpected(answer: string): boolean;
}

export const ECHO_PATH = '/bench/echo';

export async function readCases(): Promise<Case[]> {
  const folder = new URL('./cases/', import.meta.url);
  const modules = await Promise.all(
    readdirSync(folder)
      .sort()
      .map((file) => import(new URL(file, folder).href) as Promise<{ cases: readonly Case[] }>),
  );
  return modules.flatMap((module) => module.cases);
}

export async function findCase(name: string): Promise<Case> {
  const found = (await readCases()).find((each) => each.name === name);
  if (!found) throw new Error(`there is no case ${name}`);
  return found;
}
