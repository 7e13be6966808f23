// docs/licences.md: the packages that a release installs or contains, and their licences; only these are allowed.
import { posix } from 'node:path';

/** Each allows use, change and distribution in a product, with a notice at most. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'Unlicense',
]);

/** Builds the console, and is no part of it. */
const BUILDERS = ['vite'];

/** What the pages of the documentation site contain, of all that builds them. */
const IN_THE_SITE = [
  '@vue/reactivity',
  '@vue/runtime-core',
  '@vue/runtime-dom',
  '@vue/shared',
  '@vueuse/core',
  '@vueuse/integrations',
  '@vueuse/shared',
  'focus-trap',
  'mark.js',
  'minisearch',
  'tabbable',
  'vitepress',
];

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, Entry>>;
}

export interface Released {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly hasInstallScript: boolean;
}

/** The dependencies of the service, and what is compiled into the console and the site. */
export function releasedPackages({ packages }: Lockfile): Released[] {
  const found = new Map<string, Released>();
  /** Its place, if it was not found before. */
  const find = (from: string, name: string): string | undefined => {
    const place = placeOf(packages, from, name);
    const entry = place === undefined ? undefined : packages[place];
    if (place === undefined || !entry || entry.link || found.has(place)) return undefined;
    const { version = '', license: licence = 'none', hasInstallScript = false } = entry;
    found.set(place, { name, version, licence, hasInstallScript });
    return place;
  };
  const visit = (from: string): void => {
    for (const name of neededBy(packages[from] ?? {})) {
      const place = find(from, name);
      if (place !== undefined) visit(place);
    }
  };
  for (const root of ['', 'console']) visit(root);
  for (const name of IN_THE_SITE) find('site', name);
  const key = ({ name, version }: Released) => `${name}@${version}`;
  const unique = new Map([...found.values()].map((each) => [key(each), each]));
  return [...unique.values()].sort((one, two) => (key(one) < key(two) ? -1 : 1));
}

function neededBy(entry: Entry): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = entry;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  return names.filter((name) => !BUILDERS.includes(name));
}

/** As Node does: in its own node_modules, then in those of the folders around it. */
function placeOf(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let folder = from || '.'; ; folder = posix.dirname(folder)) {
    const place = posix.join(folder, 'node_modules', name);
    if (packages[place]) return place;
    if (folder === '.') return undefined;
  }
}

export function licenceProblems(released: readonly Released[]): string[] {
  return released.flatMap(({ name, version, licence, hasInstallScript }) => [
    ...(isAllowed(licence)
      ? []
      : [
          `${name} ${version} has the licence ${licence}, which scripts/licences.ts does not allow.`,
        ]),
    ...(hasInstallScript
      ? [`${name} ${version} runs a script when it is installed; a release needs none.`]
      : []),
  ]);
}

/** Of `A OR B` one is enough, of `A AND B` both count. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed);
  return plain.split(' OR ').some((each) => ALLOWED.has(each));
}

export function licencesManual(lockfile: Lockfile): string {
  const released = releasedPackages(lockfile);
  const problems = licenceProblems(released);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const rows = released.map(
    ({ name, version, licence }) => `| \`${name}\` | ${version} | ${licence} |`,
  );
  return `# Licences

Tollgate is licensed under Apache-2.0. A release installs these packages, or contains them in the console or the documentation. Their licences allow use in a product; \`npm run check\` fails on any other. The release also contains a bill of materials of what it installs: \`sbom.cdx.json\`.

| package | version | licence |
|---|---|---|
${rows.join('\n')}
`;
}
