// The questions of a platform team: each has an answer, and each answer says where it is shown.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';

const PAGE = resolve(import.meta.dirname, '../../docs/platform.md');
/** A number, a question, the answer and, behind an arrow, links to pages or tests. */
const QUESTION = /^\*\*(\d+)\. (.+\?)\*\*(.*) → (.+)$/;
/** That the links lead somewhere is tested for all documents. */
const LINK = /\[[^\]]+\]\((?!https?:)[^)]+\)/;

test('thirty questions, each answered with a link to a page or a test', () => {
  const questions = readFileSync(PAGE, 'utf8')
    .split('\n')
    .filter((line) => /^\*\*\d/.test(line));
  const parts = questions.map((line) => QUESTION.exec(line) ?? []);
  assert.deepEqual(
    parts.map(([, number]) => Number(number)),
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  for (const [line, , question, , links = ''] of parts) {
    assert.match(links, LINK, `${question}: ${line}`);
  }
});
