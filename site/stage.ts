// Copies the documents into the folder that VitePress builds from, with links that work on the site.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { pageOf, titleOf } from './pages.ts';

const SOURCES = ['docs/**/*.md', '{SECURITY,CHANGELOG,CONTRIBUTING}.md', 'examples/README.md'];
const FENCE = /^( *)(`{3,}).*?^\1\2$/gms;
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

export function stage(root: string, folder: string): void {
  for (const file of globSync(SOURCES, { cwd: root }).map((each) => each.replaceAll('\\', '/'))) {
    const page = pageOf(file);
    if (page === undefined) continue;
    mkdirSync(join(folder, dirname(page)), { recursive: true });
    writeFileSync(join(folder, page), withLinks(readFileSync(join(root, file), 'utf8'), file));
  }
  cpSync(join(root, 'docs/images'), join(folder, 'images'), { recursive: true });
  cpSync(join(root, 'site/public'), join(folder, 'public'), { recursive: true });
  cpSync(join(root, 'console/src/icon.svg'), join(folder, 'public/icon.svg'));
}

/** Code keeps its text; a link that is called like its file gets the title of its page. */
export function withLinks(text: string, file: string): string {
  let end = 0;
  let result = '';
  for (const { 0: fence, index } of text.matchAll(FENCE)) {
    result += relink(text.slice(end, index), file) + fence;
    end = index + fence.length;
  }
  return result + relink(text.slice(end), file);
}

function relink(text: string, file: string): string {
  return text.replace(LINK, (whole, image: string, label: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return whole;
    const [path = '', part] = target.split('#');
    const found = posix.join(posix.dirname(file), path);
    const here = posix.dirname(pageOf(file) ?? '');
    if (image) return `![${label}](${relative(here, found.replace(/^docs\//, ''))})`;
    const page = pageOf(found) ?? pageOf(posix.join(found, 'README.md'));
    // What the site does not have is named, not linked: a folder or a file of the repository.
    if (page === undefined || (!found.endsWith('.md') && !hasIndex(found))) return label;
    const text = /^[\w/.-]+\.md$/.test(label) ? (titleOf(found) ?? label) : label;
    return `[${text}](${relative(here, page)}${part === undefined ? '' : `#${part}`})`;
  });
}

const hasIndex = (folder: string): boolean => /^(docs\/clients|examples)\/?$/.test(folder);

function relative(from: string, to: string): string {
  const path = posix.relative(from, to);
  return path.startsWith('.') ? path : `./${path}`;
}
