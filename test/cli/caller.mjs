// Passes a call of `tollgate` on to who listens at this address, and prints what it printed.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [address, ...args] = process.argv.slice(2);
const socket = connect(address);
const { env: variables } = process;
const input = readFileSync(process.stdin.fd, 'utf8');
socket.end(JSON.stringify({ args, variables, input, cwd: process.cwd() }));
let answer = '';
for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
const { code, stdout, stderr } = JSON.parse(answer);
process.stderr.write(stderr);
process.stdout.write(stdout);
process.exitCode = code;
