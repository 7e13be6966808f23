// Types made from openapi.json as examples/generated says, in each language that is installed: they compile, and an id keeps every digit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
// @ts-expect-error: a program for users, without types
import { plainShapes } from '../../examples/generated/plain.mjs';

/** The version that the recipe names. */
const QUICKTYPE = /quicktype@[\d.]+/.exec(
  readFileSync('examples/generated/README.md', 'utf8'),
)?.[0];
const JACKSON = ['annotations', 'core', 'databind'].map(
  (part) => `${process.env.JACKSON ?? '/usr/share/java'}/jackson-${part}.jar`,
);
const NEWTONSOFT = `${process.env.NEWTONSOFT ?? '/usr/lib/cli/Newtonsoft.Json-5.0'}/Newtonsoft.Json.dll`;

const REQUEST = {
  appid: 'com.tollgate.demo',
  block_type: 1,
  did: 'ID',
  end_date: '2026-12-15 00:00:00',
  player_id: 'ID',
  start_date: '2026-11-15 00:00:00',
  status: 'B',
};
/** The least id that a double does not hold. */
const ID = '9007199254740993';
const TEXT = JSON.stringify(REQUEST).replaceAll('"ID"', ID);

const PYTHON = `
import json, sys, tollgate
request = tollgate.v2_block_set_request_from_dict(json.loads(sys.argv[1]))
print(request.player_id)
print(json.dumps(tollgate.v2_block_set_request_to_dict(request)))
`;
const GO = `package main

import (
	"fmt"
	"os"
)

func main() {
	request, err := UnmarshalV2BlockSetRequest([]byte(os.Args[1]))
	if err != nil {
		panic(err)
	}
	text, _ := request.Marshal()
	fmt.Printf("%d\\n%s\\n", request.PlayerID, text)
}
`;
const JAVA = `package tollgate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;

public class RoundTrip {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        mapper.setSerializationInclusion(JsonInclude.Include.NON_NULL);
        V2BlockSetRequest request = mapper.readValue(args[0], V2BlockSetRequest.class);
        System.out.println(request.getPlayerID());
        System.out.println(mapper.writeValueAsString(request));
    }
}
`;
const CSHARP = `using System;
using Tollgate;

static class RoundTrip {
    static void Main(string[] args) {
        var request = V2BlockSetRequest.FromJson(args[0]);
        Console.WriteLine(request.PlayerId);
        Console.WriteLine(request.ToJson());
    }
}
`;

describe('types made by quicktype', () => {
  let folder: string;
  let shapes: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'generated-'));
    shapes = join(folder, 'shapes.json');
    const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
    writeFileSync(shapes, JSON.stringify(plainShapes(document)));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function run(command: string, ...args: readonly string[]): string {
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOCACHE: join(folder, 'cache') };
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env,
    });
    assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
    return stdout;
  }
  const generate = (...options: readonly string[]) =>
    run(
      ...(['npm', 'exec', '--yes', `--package=${QUICKTYPE}`, '--', 'quicktype'] as const),
      ...['--src-lang', 'schema', ...options, `${shapes}#/definitions/`],
    );
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const all = (pattern: string) => globSync(pattern, { cwd: folder });
  function check(printed: string): void {
    const [id, text = ''] = printed.trim().split(/\r?\n/);
    assert.equal(id, ID);
    // Text, because numbers of JavaScript would lose what is to be seen.
    const sorted = (json: string) =>
      json
        .slice(1, -1)
        .replaceAll(': ', ':')
        .split(/, ?(?=")/)
        .sort();
    assert.deepEqual(sorted(text), sorted(TEXT));
  }

  test('Python', { skip: without('python3') }, () => {
    generate('--lang', 'python', '--python-version', '3.7', '-o', 'tollgate.py');
    write('round_trip.py', PYTHON);
    check(run('python3', 'round_trip.py', TEXT));
  });

  test('Go', { skip: without('go') }, () => {
    generate('--lang', 'go', '--package', 'main', '-o', 'tollgate.go');
    write('main.go', GO);
    write('go.mod', 'module example\n\ngo 1.19\n');
    check(run('go', 'run', '.', TEXT));
  });

  test('Java', { skip: without('javac', ...JACKSON) }, () => {
    generate('--lang', 'java', '--package', 'tollgate', '-o', 'Tollgate.java');
    write('RoundTrip.java', JAVA);
    rmSync(join(folder, 'Converter.java'));
    const path = JACKSON.join(':');
    run('javac', '-cp', path, '-d', 'classes', ...all('*.java'));
    check(run('java', '-cp', `classes:${path}`, 'tollgate.RoundTrip', TEXT));
  });

  test('C#', { skip: without('mcs', NEWTONSOFT) }, () => {
    const form = ['--framework', 'NewtonSoft', '--csharp-version', '6'];
    generate('--lang', 'csharp', '--namespace', 'Tollgate', ...form, '-o', 'Tollgate.cs');
    write('RoundTrip.cs', CSHARP);
    run('mcs', '-out:round-trip.exe', `-r:${NEWTONSOFT}`, 'Tollgate.cs', 'RoundTrip.cs');
    writeFileSync(join(folder, 'Newtonsoft.Json.dll'), readFileSync(NEWTONSOFT));
    check(run('mono', 'round-trip.exe', TEXT));
  });
});

/** Why a language cannot be had here. */
function without(...needed: readonly string[]): string | false {
  const folders = (process.env.PATH ?? '').split(':');
  const isThere = (name: string) =>
    name.includes('/') ? existsSync(name) : folders.some((each) => existsSync(join(each, name)));
  const missing = needed.filter((name) => !isThere(name));
  return missing.length > 0 && `${missing.join(', ')} not installed`;
}
