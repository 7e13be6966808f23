// `node scripts/release-notes.ts v1.2.3` prints the changelog of a version, and fails when tag, packages and changelog disagree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

interface Sources {
  readonly changelog: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** The section of the version, without its heading. */
export function releaseNotes(tag: string, { changelog, versions }: Sources): string {
  const version = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag)?.[1];
  if (version === undefined) throw new Error(`${tag} is no version: a tag is called v1.2.3.`);
  for (const [file, own] of Object.entries(versions)) {
    if (own !== version) throw new Error(`${file} has version ${own}, and the tag is ${tag}.`);
  }
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split(/\s/, 1)[0] === version);
  if (found === undefined) throw new Error(`CHANGELOG.md has no section ${version}.`);
  const notes = found.slice(found.indexOf('\n')).trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

if (import.meta.main) {
  const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  const versionOf = (file: string): string =>
    (JSON.parse(read(file)) as { version: string }).version;
  const versions = Object.fromEntries(
    ['package.json', 'sdk/package.json'].map((file) => [file, versionOf(file)]),
  );
  try {
    const sources = { changelog: read('CHANGELOG.md'), versions };
    process.stdout.write(releaseNotes(process.argv[2] ?? '', sources));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
