// The examples beside one real service and its emulator: samples in other languages, and the example servers.
import { after, before, describe } from 'node:test';
import { type Demo, startDemo } from './demo.ts';
import { languageTests } from './languages.ts';
import { serverTests } from './servers.ts';

let demo: Demo;
before(async () => {
  demo = await startDemo();
});
after(() => demo?.stop());

describe('languages', () => languageTests(() => demo));
describe('servers', () => serverTests(() => demo));
